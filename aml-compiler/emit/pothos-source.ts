import type {
  GraphQLArgument,
  GraphQLEnumType,
  GraphQLField,
  GraphQLInputField,
  GraphQLInputObjectType,
  GraphQLInterfaceType,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLType,
} from 'graphql';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import type { Ir } from '../ir.ts';
import type { EmitOptions } from './emitter.ts';
import { graphqlSchema } from './graphql-schema.ts';
import { isResolved, isRoot, resolverTypes, rowShapes } from './pothos-source-types.ts';

/**
 * The GraphQL schema as TypeScript source for Pothos: what the platform builds at run time, to go on with by hand
 * (design 5). Made from that very schema, so that both print the same SDL. Where rows come from is left to the
 * `Resolvers` that `buildSchema` takes.
 */
export function emitPothosSource(ir: Ir, options: EmitOptions): string {
  const schema = graphqlSchema(ir, options);
  if (schema === null) return '// There is nothing that this caller may do.\nexport {};\n';
  const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));
  const ours = types.filter((type) => !(isScalarType(type) && isSpecifiedScalarType(type)));
  return [
    `import SchemaBuilder from '@pothos/core';\nimport type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';`,
    `type Args = Readonly<Record<string, unknown>>;\ntype Resolve<Parent, Result> = (\n  parent: Parent,\n  args: Args,\n  context: object,\n  info: GraphQLResolveInfo,\n) => Result | Promise<Result>;\ntype Subscribe<Parent, Result> = Resolve<Parent, AsyncIterable<Result>>;`,
    ...rowShapes(ours),
    resolverTypes(ours),
    `/** The schema of the app; rows come from \`resolvers\`. */\nexport function buildSchema(resolvers: Resolvers): GraphQLSchema {`,
    `  const builder = new SchemaBuilder<{ Context: object; Scalars: Scalars }>({});`,
    ...ours.map(reference),
    ...ours.map(definition),
    `  return builder.toSchema();\n}`,
    '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** Types know each other by these, so all of them come before any definition. */
function reference(type: GraphQLNamedType): string {
  const name = JSON.stringify(type.name);
  if (isEnumType(type)) return `  const ${type.name}Ref = builder.enumType(${name}, ${enumOptions(type)});`;
  if (isInputObjectType(type)) return `  const ${type.name}Ref = builder.inputRef<object>(${name});`;
  if (isInterfaceType(type)) return `  const ${type.name}Ref = builder.interfaceRef<object>(${name});`;
  if (isObjectType(type) && !isRoot(type))
    return `  const ${type.name}Ref = builder.objectRef<${type.name}Shape>(${name});`;
  return '';
}

function enumOptions(type: GraphQLEnumType): string {
  const values = type.getValues().map((value) => {
    const members = [`value: ${JSON.stringify(value.name)}`, ...describe(value.description)];
    return `${value.name}: { ${members.join(', ')} }`;
  });
  return `{ ${[...describe(type.description), `values: { ${values.join(', ')} }`].join(', ')} } as const`;
}

function definition(type: GraphQLNamedType): string {
  if (isScalarType(type)) return scalar(type);
  if (isInputObjectType(type)) return input(type);
  if (isInterfaceType(type)) return interfaceType(type);
  if (!isObjectType(type)) return '';
  return isRoot(type) ? root(type) : object(type);
}

function scalar(type: GraphQLScalarType): string {
  const serialize: Readonly<Record<string, string>> = {
    DateTime: '(value) => (value instanceof Date ? value.toISOString() : String(value))',
    JSON: '(value) => value',
  };
  const members = [
    ...describe(type.description),
    `serialize: ${serialize[type.name] ?? 'String'}`,
    'parseValue: (value) => value',
    // Else a number in a query would be a double, and lose digits.
    ...(type.name in serialize ? [] : [`parseLiteral: (node) => ('value' in node ? node.value : undefined)`]),
  ];
  return `  builder.scalarType(${JSON.stringify(type.name)}, { ${members.join(', ')} });`;
}

function input(type: GraphQLInputObjectType): string {
  const fields = Object.values(type.getFields()).map(
    (field) => `${field.name}: ${inputField('t.field', field)}`,
  );
  return `  ${type.name}Ref.implement({ ${[...describe(type.description), `fields: (t) => (${members(fields)}) as never`].join(', ')} });`;
}

function inputField(method: string, field: GraphQLInputField | GraphQLArgument): string {
  const options = [
    `type: ${typeExpression(field.type)}`,
    ...required(field.type),
    ...describe(field.description),
  ];
  return `${method}({ ${options.join(', ')} })`;
}

function interfaceType(type: GraphQLInterfaceType): string {
  const fields = Object.values(type.getFields()).map((field) => {
    const options = [...outputOptions(field), `resolve: () => null as never`];
    return `${field.name}: t.field({ ${options.join(', ')} })`;
  });
  const options = [
    ...describe(type.description),
    `resolveType: (row) => resolvers.typeOf(row)`,
    `fields: (t) => (${members(fields)})`,
  ];
  return `  ${type.name}Ref.implement({ ${options.join(', ')} });`;
}

function object(type: GraphQLObjectType): string {
  const interfaces = type.getInterfaces().map(({ name }) => `${name}Ref`);
  const options = [
    ...describe(type.description),
    ...(interfaces.length === 0 ? [] : [`interfaces: [${interfaces.join(', ')}]`]),
    `fields: (t) => (${members(Object.values(type.getFields()).map((field) => outputField(type, field)))})`,
  ];
  return `  ${type.name}Ref.implement({ ${options.join(', ')} });`;
}

function root(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).map((field) => outputField(type, field));
  const kind = type.name.toLowerCase();
  return `  builder.${kind}Type({ ${[...describe(type.description), `fields: (t) => (${members(fields)})`].join(', ')} });`;
}

function outputField(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): string {
  const args = field.args.map((arg) => `${arg.name}: ${inputField('t.arg', arg)}`);
  const call = `(parent, args, context, info) => resolvers.${type.name}.${field.name}(parent, args, context, info) as never`;
  const resolvers =
    type.name === 'Subscription'
      ? [`subscribe: ${call}`, 'resolve: (row) => row as never']
      : [`resolve: ${isResolved(type, field) ? call : `(row) => row.${field.name} as never`}`];
  const options = [
    ...outputOptions(field),
    ...(args.length === 0 ? [] : [`args: ${members(args)}`]),
    ...resolvers,
  ];
  return `${field.name}: t.field({ ${options.join(', ')} })`;
}

function outputOptions(field: GraphQLField<unknown, unknown>): string[] {
  const inner = isNonNullType(field.type) ? field.type.ofType : field.type;
  const list = !isNonNullType(field.type);
  const nullable = isListType(inner)
    ? `{ list: ${list}, items: ${!isNonNullType(inner.ofType)} }`
    : String(list);
  return [`type: ${typeExpression(field.type)}`, `nullable: ${nullable}`, ...describe(field.description)];
}

function required(type: GraphQLType): string[] {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (isListType(inner))
    return [`required: { list: ${isNonNullType(type)}, items: ${isNonNullType(inner.ofType)} }`];
  return isNonNullType(type) ? ['required: true'] : [];
}

function typeExpression(type: GraphQLType): string {
  const named = getNamedType(type);
  const inner = isNonNullType(type) ? type.ofType : type;
  const one = isScalarType(named) ? JSON.stringify(named.name) : `${named.name}Ref`;
  return isListType(inner) ? `[${one}]` : one;
}

const describe = (text: string | null | undefined): string[] =>
  text === null || text === undefined ? [] : [`description: ${JSON.stringify(text)}`];

function members(fields: readonly string[]): string {
  return `{\n${fields.map((field) => `      ${field},\n`).join('')}    }`;
}
