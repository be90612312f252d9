import { parse, type AnyNode, type Program } from 'acorn';
import { readScriptData, type ScriptData } from '../data-use/script-data.ts';
import { readIds, type ScriptIds } from './element-ids.ts';
import type { Problem } from './problem.ts';
import { nodesOf } from './syntax-tree.ts';

/** What a script says about itself: where it is wrong, what it imports, what it exports. */
export interface ScriptFacts {
  readonly problems: readonly Problem[];
  readonly imports: readonly ScriptImport[];
  /** Null when the exports cannot be known (`export * from`). */
  readonly exports: ReadonlySet<string> | null;
  /** True when it only works as a module. */
  readonly isModule: boolean;
  /** Null when it could not be read. */
  readonly ids: ScriptIds | null;
  /** Null when it could not be read. */
  readonly data: ScriptData | null;
}

export interface ScriptImport {
  readonly specifier: string;
  /** Names asked for by name; empty for a namespace or side effects. */
  readonly names: readonly string[];
  readonly line: number;
  readonly col: number;
}

/**
 * Reads one script. A syntax error is reported once, at its place: after it nothing else can be trusted.
 * @param lineOffset lines above the script when it is inside a page
 */
export function readScript(path: string, source: string, lineOffset = 0): ScriptFacts {
  try {
    const program = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      locations: true,
      allowHashBang: true,
    });
    return factsOf(program, source, lineOffset);
  } catch (error) {
    if (!isSyntaxError(error)) throw error;
    return {
      problems: [syntaxProblem(path, source, error, lineOffset)],
      imports: [],
      exports: null,
      isModule: false,
      ids: null,
      data: null,
    };
  }
}

interface AcornError extends SyntaxError {
  readonly loc: { readonly line: number; readonly column: number };
}

function isSyntaxError(error: unknown): error is AcornError {
  return error instanceof SyntaxError && 'loc' in error;
}

function syntaxProblem(path: string, source: string, error: AcornError, lineOffset: number): Problem {
  const text = source.split('\n')[error.loc.line - 1]?.trim().slice(0, 80) ?? '';
  const looksTyped = /\b(interface|enum)\s+\w+\s*\{|:\s*(string|number|boolean|any)\b|\bas\s+const\b/.test(
    text,
  );
  const looksLikeJsx = /<\/?[A-Za-z][\w.]*[^<]*>/.test(text) && !/['"`]/.test(text);
  const hint = looksLikeJsx
    ? 'There is no build step, so JSX does not work: create elements with the DOM or with a template literal library.'
    : looksTyped
      ? 'There is no build step, so TypeScript does not work: write plain JavaScript.'
      : text && `The line reads: ${text}`;
  return {
    path,
    line: error.loc.line + lineOffset,
    col: error.loc.column + 1,
    severity: 'error',
    code: 'syntax',
    message: error.message.replace(/\s*\(\d+:\d+\)$/, ''),
    ...(hint !== '' && { hint }),
  };
}

function factsOf(program: Program, source: string, lineOffset: number): ScriptFacts {
  const imports: ScriptImport[] = [];
  let exported: Set<string> | null = new Set();
  let isModule = false;
  const addImport = (node: AnyNode, specifier: unknown, names: readonly string[]): void => {
    if (typeof specifier !== 'string') return;
    const { line, column } = node.loc?.start ?? { line: 1, column: 0 };
    imports.push({ specifier, names, line: line + lineOffset, col: column + 1 });
  };
  const nodes = nodesOf(program);
  for (const node of nodes) {
    if (node.type === 'ImportExpression' && node.source.type === 'Literal')
      addImport(node, node.source.value, []);
    if (node.type === 'MetaProperty' && node.meta.name === 'import') isModule = true;
  }
  for (const node of program.body) {
    if (!node.type.startsWith('Import') && !node.type.startsWith('Export')) continue;
    isModule = true;
    if (node.type === 'ImportDeclaration') {
      const names = node.specifiers.flatMap((specifier) =>
        specifier.type === 'ImportSpecifier'
          ? [nameOf(specifier.imported)]
          : specifier.type === 'ImportDefaultSpecifier'
            ? ['default']
            : [],
      );
      addImport(node, node.source.value, names);
    } else if (node.type === 'ExportAllDeclaration') {
      addImport(node, node.source.value, []);
      if (node.exported) exported?.add(nameOf(node.exported));
      else exported = null;
    } else if (node.type === 'ExportDefaultDeclaration') {
      exported?.add('default');
    } else if (node.type === 'ExportNamedDeclaration') {
      if (node.source)
        addImport(
          node,
          node.source.value,
          node.specifiers.map((s) => nameOf(s.local)),
        );
      for (const specifier of node.specifiers) exported?.add(nameOf(specifier.exported));
      if (node.declaration) for (const name of declaredNames(node.declaration)) exported?.add(name);
    }
  }
  return {
    problems: [],
    imports,
    exports: exported,
    isModule,
    ids: readIds(nodes, lineOffset),
    data: readScriptData(nodes, source, lineOffset),
  };
}

function nameOf(node: AnyNode): string {
  return node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : '';
}

function declaredNames(node: AnyNode): readonly string[] {
  if (node.type === 'VariableDeclaration') return node.declarations.flatMap(({ id }) => patternNames(id));
  return 'id' in node && node.id ? patternNames(node.id) : [];
}

function patternNames(node: AnyNode): readonly string[] {
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'ObjectPattern':
      return node.properties.flatMap((p) => patternNames(p.type === 'Property' ? p.value : p.argument));
    case 'ArrayPattern':
      return node.elements.flatMap((element) => (element ? patternNames(element) : []));
    case 'AssignmentPattern':
      return patternNames(node.left);
    case 'RestElement':
      return patternNames(node.argument);
    default:
      return [];
  }
}
