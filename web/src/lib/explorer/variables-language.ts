import { json, jsonLanguage, jsonParseLinter } from '@codemirror/lang-json';
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { linter, type Diagnostic } from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { getVariableValues, getNamedType, isEnumType, isInputObjectType, typeFromAST } from 'graphql';
import type { GraphQLInputType, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { mistakesOf, type Mistake } from './query-language.ts';

interface Options {
  readonly schema: GraphQLSchema;
  /** The operation whose variables these are; null while there is none. */
  readonly operation: OperationDefinitionNode | null;
  readonly onmistakes: (found: readonly Mistake[]) => void;
}

/** JSON with what the operation says about its variables: their names and fields, and whether a value fits. */
export function variablesLanguage({ schema, operation, onmistakes }: Options): Extension {
  return [
    json(),
    jsonLanguage.data.of({
      autocomplete: (context: CompletionContext) => completions(context, typesOf(schema, operation)),
    }),
    linter((view) => mistakesIn(view, schema, operation)),
    mistakesOf(onmistakes),
  ];
}

/** The declared variables with their types; one whose type the schema does not have is left out. */
function typesOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | null,
): ReadonlyMap<string, GraphQLInputType> {
  const types = new Map<string, GraphQLInputType>();
  for (const { variable, type } of operation?.variableDefinitions ?? []) {
    const found = typeFromAST(schema, type) as GraphQLInputType | undefined;
    if (found !== undefined) types.set(variable.name.value, found);
  }
  return types;
}

function mistakesIn(
  view: EditorView,
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | null,
): Diagnostic[] {
  const { state } = view;
  const text = state.doc.toString();
  if (text.trim() === '') return [];
  const syntax = jsonParseLinter()(view);
  if (syntax.length > 0) return syntax;
  const values = JSON.parse(text) as unknown;
  const whole = { from: 0, to: state.doc.length, severity: 'error' as const };
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    return [{ ...whole, message: 'Variables are a JSON object: { "name": value }.' }];
  }
  const { errors } = getVariableValues(
    schema,
    operation?.variableDefinitions ?? [],
    values as Readonly<Record<string, unknown>>,
  );
  return (errors ?? []).map(({ message }) => {
    const name = /^Variable "\$(\w+)"/.exec(message)?.[1];
    return { ...whole, ...placeOf(state, name), message };
  });
}

/** Where the value of a variable stands; everything when it is not there. */
function placeOf(state: EditorState, name: string | undefined): { from: number; to: number } {
  const object = syntaxTree(state).topNode.getChild('Object');
  const property = object?.getChildren('Property').find((one) => nameOf(state, one) === name);
  const { from, to } = property ?? object ?? { from: 0, to: state.doc.length };
  return { from, to };
}

function nameOf(state: EditorState, property: SyntaxNode): string | null {
  const name = property.getChild('PropertyName');
  return name === null ? null : state.sliceDoc(name.from + 1, name.to - 1);
}

function completions(
  context: CompletionContext,
  variables: ReadonlyMap<string, GraphQLInputType>,
): CompletionResult | null {
  const { state, pos } = context;
  const word = context.matchBefore(/"?\w*/);
  if (word === null || (word.text === '' && !context.explicit)) return null;
  const node = syntaxTree(state).resolveInner(pos, -1);
  const path = pathTo(state, node);
  const before = state.sliceDoc(0, word.from).trimEnd().at(-1);
  const quoted = (label: string, detail: string): { label: string; detail: string; apply: string } => ({
    label: `"${label}"`,
    detail,
    apply: `"${label}"`,
  });
  // After a closing quotation mark the editor has put in by itself, that one is replaced too.
  const to = word.text.startsWith('"') && state.sliceDoc(pos, pos + 1) === '"' ? pos + 1 : pos;
  const asked = { from: word.from, to, validFor: /^"?\w*$/ };
  if (before === ':' || before === '[') {
    const type = typeAt(variables, path);
    const named = type && getNamedType(type);
    if (!isEnumType(named)) return null;
    return { ...asked, options: named.getValues().map(({ name }) => quoted(name, named.name)) };
  }
  if (before !== '{' && before !== ',') return null;
  const fields = fieldsAt(variables, path);
  return { ...asked, options: [...fields].map(([name, type]) => quoted(name, String(type))) };
}

/** The names of the members that lead to a place, the outermost first. */
function pathTo(state: EditorState, node: SyntaxNode): readonly string[] {
  const path: string[] = [];
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    // The name that is being typed belongs to the object around it.
    if (at.name !== 'Property' || (node.name === 'PropertyName' && at === node.parent)) continue;
    const name = nameOf(state, at);
    if (name !== null) path.unshift(name);
  }
  return path;
}

function typeAt(
  variables: ReadonlyMap<string, GraphQLInputType>,
  path: readonly string[],
): GraphQLInputType | undefined {
  const [name, ...rest] = path;
  return rest.reduce<GraphQLInputType | undefined>(
    (type, step) => {
      const named = type && getNamedType(type);
      return isInputObjectType(named) ? named.getFields()[step]?.type : undefined;
    },
    name === undefined ? undefined : variables.get(name),
  );
}

function fieldsAt(
  variables: ReadonlyMap<string, GraphQLInputType>,
  path: readonly string[],
): ReadonlyMap<string, GraphQLInputType> {
  if (path.length === 0) return variables;
  const type = typeAt(variables, path);
  const named = type && getNamedType(type);
  if (!isInputObjectType(named)) return new Map();
  return new Map(Object.values(named.getFields()).map((field) => [field.name, field.type]));
}
