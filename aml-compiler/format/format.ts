import type { Diagnostic } from '../diagnostic.ts';
import { LIMITS } from '../limits.ts';
import { createReport } from '../report.ts';
import { lineIndex } from '../syntax/line-index.ts';
import { parse } from '../syntax/parse.ts';
import type { Token } from '../syntax/token.ts';
import type { DocumentNode, EnumNode, FieldNode, ModelNode, Span } from '../syntax/tree.ts';
import type { Item } from './align.ts';
import { align } from './align.ts';
import { commentText, inline, isComment } from './inline.ts';

export interface Formatted {
  /** Null when the text has mistakes of syntax: what cannot be read is not moved about. */
  readonly text: string | null;
  /** Mistakes and warnings of syntax only; `compile` finds the others. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Lays a source out in one way (design 5): two blanks, fields in columns, one empty line between blocks. Comments and
 * meaning stay; so do a BOM and CRLF. Never throws, and formatting what is formatted changes nothing. A text that
 * would pass the limit of the language by it stays as it is.
 */
export function format(source: string): Formatted {
  const report = createReport(lineIndex(source));
  const document = parse(source, report);
  const diagnostics = report.list();
  if (document === null || report.hasErrors()) return { text: null, diagnostics };
  const bom = source.startsWith('\ufeff') ? '\ufeff' : '';
  const lineEnd = /\r\n|\r|\n/.exec(source)?.[0] === '\r\n' ? '\r\n' : '\n';
  const text = bom + new Layout(document).print().replaceAll('\n', lineEnd);
  const isTooLarge = new TextEncoder().encode(text).length > LIMITS.sourceBytes;
  return { text: isTooLarge ? source : text, diagnostics };
}

/** Walks tokens and tree side by side: the tree says what belongs together, the tokens hold the comments. */
class Layout {
  private readonly source: string;
  private readonly tokens: readonly Token[];
  private readonly document: DocumentNode;
  private at = 0;

  constructor(document: DocumentNode) {
    this.document = document;
    this.source = document.source;
    this.tokens = document.tokens;
  }

  print(): string {
    const { models, enums, configs } = this.document;
    const blocks = byStart<ModelNode | EnumNode | Span>([...models, ...enums, ...configs]);
    const items: (Item & { readonly isBlock: boolean })[] = [];
    let nextBlock = 0;
    for (let token = this.peek(); token.kind !== 'end'; token = this.peek()) {
      const last = items.at(-1);
      const block = blocks[nextBlock];
      if (block !== undefined && token.start >= block.start) {
        const blankBefore = this.blankBefore();
        const text = 'kind' in block ? this.block(block) : this.verbatim(block);
        items.push({
          content: { text, marks: [] },
          trailing: '',
          blankBefore,
          isField: false,
          isBlock: true,
        });
        nextBlock++;
      } else if (last !== undefined && !token.first) last.trailing += ` ${this.comment('')}`;
      else items.push({ ...this.ownLine(''), isBlock: false });
    }
    const lines = items.map(({ content, trailing, blankBefore }, index) => {
      const previous = items[index - 1];
      const blank = previous !== undefined && (previous.isBlock || blankBefore);
      return `${blank ? '\n' : ''}${content.text}${trailing}\n`;
    });
    return lines.join('');
  }

  private block(block: ModelNode | EnumNode): string {
    const header = inline(this.source, this.takeHeader());
    const members = byStart<FieldNode | Span>([
      ...(block.kind === 'model' ? block.fields : block.values),
      ...block.attributes,
    ]);
    let headerTrailing = '';
    const items: Item[] = [];
    let nextMember = 0;
    while (this.peek().start < block.end - 1) {
      const token = this.peek();
      const member = members[nextMember];
      const last = items.at(-1);
      if (isComment(token)) {
        if (token.first) items.push(this.ownLine('  '));
        else if (last === undefined) headerTrailing += ` ${this.comment('  ')}`;
        else last.trailing += ` ${this.comment('  ')}`;
      } else if (member === undefined) throw new Error('A token in a block belongs to no member of it.');
      else {
        items.push(this.member(member));
        nextMember++;
      }
    }
    this.at++;
    const body = align(items).map(
      (text, index) => `${index > 0 && items[index]?.blankBefore === true ? '\n' : ''}  ${text}\n`,
    );
    return `${header.text}${headerTrailing}\n${body.join('')}}`;
  }

  private member(member: FieldNode | Span): Item {
    const blankBefore = this.blankBefore();
    const type = 'type' in member ? member.type : null;
    const tokens = this.takeUntil(member.end);
    const content = inline(this.source, tokens, type === null ? [] : [type.start, type.end]);
    return { content, trailing: '', blankBefore, isField: type !== null };
  }

  private ownLine(indent: string): Item {
    const blankBefore = this.blankBefore();
    const text = this.comment(indent);
    return { content: { text, marks: [] }, trailing: '', blankBefore, isField: false };
  }

  private comment(indent: string): string {
    const token = this.peek();
    this.at++;
    return commentText(this.source, token, indent);
  }

  /** A block without meaning is not understood either, so only its line ends are touched. */
  private verbatim({ start, end }: Span): string {
    this.takeUntil(end);
    const lines = this.source.slice(start, end).split(/\r\n|\r|\n/);
    return lines.map((line) => line.trimEnd()).join('\n');
  }

  private takeHeader(): readonly Token[] {
    const from = this.at;
    while (this.source[this.peek().start] !== '{' || this.peek().kind !== 'punctuation') this.at++;
    this.at++;
    return this.tokens.slice(from, this.at);
  }

  private takeUntil(end: number): readonly Token[] {
    const from = this.at;
    while (this.peek().kind !== 'end' && this.peek().start < end) this.at++;
    return this.tokens.slice(from, this.at);
  }

  private peek(): Token {
    const token = this.tokens[this.at];
    if (token === undefined) throw new Error('The token list always ends with `end`.');
    return token;
  }

  /** Whether an empty line stands before the current token. */
  private blankBefore(): boolean {
    const from = this.tokens[this.at - 1]?.end ?? 0;
    const breaks = this.source.slice(from, this.peek().start).match(/\r\n|\r|\n/g);
    return (breaks?.length ?? 0) > 1;
  }
}

function byStart<Node extends Span>(nodes: readonly Node[]): readonly Node[] {
  return nodes.toSorted((a, b) => a.start - b.start);
}
