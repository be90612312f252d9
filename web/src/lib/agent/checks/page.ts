import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { parser } from '@lezer/html';
import { HOLE, idsInMarkup, withHoles } from './id-pattern.ts';
import { placeOf, type Problem } from './problem.ts';

/** What an HTML page refers to and carries, read with the editor's own grammar. */
export interface PageFacts {
  readonly problems: readonly Problem[];
  readonly references: readonly PageReference[];
  readonly inlineScripts: readonly InlineScript[];
  /** Text of the import map, with where it begins; null without one. */
  readonly importMap: InlineScript | null;
  /** Ids of its elements and of those in its templates, with holes (see `id-pattern.ts`) that are filled in later. */
  readonly ids: readonly string[];
}

export interface PageReference {
  readonly tag: string;
  readonly value: string;
  /** True for `<script type="module">`. */
  readonly module: boolean;
  readonly line: number;
  readonly col: number;
}

export interface InlineScript {
  readonly source: string;
  readonly module: boolean;
  readonly line: number;
}

/** Attributes that load a file when the page loads; `<a href>` leads elsewhere only on a click. */
const LOADING: Readonly<Record<string, string>> = {
  script: 'src',
  link: 'href',
  img: 'src',
  source: 'src',
  audio: 'src',
  video: 'src',
  iframe: 'src',
};

/** Reads a page; browsers forgive nearly everything, so what stays unclosed is a warning, except for a script. */
export function readPage(path: string, source: string): PageFacts {
  const problems: Problem[] = [];
  const references: PageReference[] = [];
  const inlineScripts: InlineScript[] = [];
  let importMap: InlineScript | null = null;
  const ids: string[] = [];
  let open: OpenTag = { tag: '', attributes: new Map() };

  parser.parse(source).iterate({
    enter: (node) => {
      if (node.name === 'OpenTag' || node.name === 'SelfClosingTag') {
        open = readOpenTag(source, node);
        ids.push(...idsOf(open));
        const value = open.attributes.get(LOADING[open.tag] ?? '');
        if (value !== undefined && loads(open)) {
          const module = open.attributes.get('type') === 'module';
          references.push({ tag: open.tag, value, module, ...placeOf(source, node.from) });
        }
      } else if (node.name === 'ScriptText') {
        const type = open.attributes.get('type') ?? '';
        const script = {
          source: source.slice(node.from, node.to),
          module: type === 'module',
          line: placeOf(source, node.from).line,
        };
        if (type === 'importmap') importMap = script;
        else if (/^$|module|javascript/.test(type) && !open.attributes.has('src')) inlineScripts.push(script);
        else ids.push(...idsInMarkup(script.source));
      } else if (node.name === 'MismatchedCloseTag') {
        const tag = source.slice(node.from, node.to);
        problems.push(
          warn(path, source, node.from, 'stray_close_tag', `${tag} closes nothing that is open here.`),
        );
      } else if (node.name === 'Element' && isUnclosedRawText(source, node)) {
        const message = `<${openTagName(source, node)}> is never closed, so the rest of the page is taken for its text.`;
        problems.push({ ...warn(path, source, node.from, 'unclosed_tag', message), severity: 'error' });
      } else if (node.type.isError && node.node.parent?.name === 'Element') {
        const { parent } = node.node;
        const message = `<${openTagName(source, parent)}> is never closed.`;
        problems.push(warn(path, source, parent.from, 'unclosed_tag', message));
      }
    },
  });
  return { problems, references, inlineScripts, importMap, ids };
}

interface OpenTag {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
}

function readOpenTag(source: string, ref: SyntaxNodeRef): OpenTag {
  const name = ref.node.getChild('TagName');
  const attributes = new Map<string, string>();
  for (const attribute of ref.node.getChildren('Attribute')) {
    const key = attribute.getChild('AttributeName');
    const value = attribute.getChild('AttributeValue') ?? attribute.getChild('UnquotedAttributeValue');
    if (key === null) continue;
    const raw = value === null ? '' : source.slice(value.from, value.to).replace(/^(["'])([\s\S]*)\1$/, '$2');
    attributes.set(source.slice(key.from, key.to).toLowerCase(), raw.replaceAll('&amp;', '&'));
  }
  return { tag: name === null ? '' : source.slice(name.from, name.to).toLowerCase(), attributes };
}

/** `:id`, `v-bind:id` and the like are code of a template language, so that the id can be any. */
function idsOf({ attributes }: OpenTag): readonly string[] {
  return [...attributes].flatMap(([name, value]) =>
    name === 'id' ? [withHoles(value)] : /(^|[:.@[])id\]?$/.test(name) ? [HOLE] : [],
  );
}

function openTagName(source: string, element: { readonly node: SyntaxNode }): string {
  const open = element.node.getChild('OpenTag')?.getChild('TagName');
  return open ? source.slice(open.from, open.to).toLowerCase() : 'element';
}

function isUnclosedRawText(source: string, element: SyntaxNodeRef): boolean {
  if (element.node.getChild('CloseTag') !== null) return false;
  return /^(script|style|title|textarea)$/.test(openTagName(source, element));
}

/** `<link>` loads only some of its kinds. */
function loads({ tag, attributes }: OpenTag): boolean {
  return tag !== 'link' || /stylesheet|icon|modulepreload|manifest|preload/.test(attributes.get('rel') ?? '');
}

function warn(path: string, source: string, offset: number, code: string, message: string): Problem {
  return { path, ...placeOf(source, offset), severity: 'warning', code, message };
}
