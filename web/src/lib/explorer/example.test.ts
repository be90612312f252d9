import { compile } from '@platform/aml-compiler';
import { graphqlSchema } from '@platform/aml-compiler/emit/graphql-schema.ts';
import {
  buildClientSchema,
  getVariableValues,
  introspectionFromSchema,
  parse,
  validate,
  type GraphQLSchema,
} from 'graphql';
import { expect, it } from 'vitest';
import { searchSchema, rootsOf } from './docs.ts';
import { exampleOf } from './example.ts';
import { operationAt, operationsOf } from './operations.ts';

const AML = `
enum Mood { HAPPY SAD }
model Guest {
  id    String  @id @default(cuid())
  name  String  @length(1, 200)
  mood  Mood
  big   BigInt
  cost  Decimal
  born  DateTime
  extra Json?
  tags  String[]
  gifts Gift[]
}
model Gift {
  what    String
  year    Int
  guest   Guest  @relation(fields: [guestId], references: [id])
  guestId String
  @@id([what, year])
}
model Sheep { id Int @id @default(autoincrement()) }
`;

/** The schema as the page has it: from introspection. */
function schemaOf(aml: string): GraphQLSchema {
  const { ir } = compile(aml);
  const schema = ir && graphqlSchema(ir, { name: 'app', caller: 'owner' });
  if (!schema) throw new Error('The model of this test has mistakes.');
  return buildClientSchema(introspectionFromSchema(schema));
}

it('makes an example of every root field that the schema accepts, variables too', () => {
  const schema = schemaOf(AML);
  const roots = rootsOf(schema);
  expect(roots.map(({ kind }) => kind)).toEqual(['query', 'mutation', 'subscription']);
  for (const { kind, fields } of roots)
    for (const field of fields) {
      const { query, variables } = exampleOf(kind, field);
      const document = parse(query);
      expect([query, validate(schema, document)]).toEqual([query, []]);
      const values = variables === '' ? {} : (JSON.parse(variables) as Record<string, unknown>);
      const declared = operationsOf(document)[0]?.variableDefinitions ?? [];
      expect([query, variables, getVariableValues(schema, declared, values).errors]).toEqual([
        query,
        variables,
        undefined,
      ]);
    }
});

it('asks a list for its rows, and a row for its own fields', () => {
  const [queries] = rootsOf(schemaOf(AML));
  const field = queries?.fields.find(({ name }) => name === 'gifts');
  if (!queries || !field) throw new Error('The schema has no gifts.');
  expect(exampleOf(queries.kind, field)).toEqual({
    query: `query Gifts($first: Int) {
  gifts(first: $first) {
    nodes {
      guestId
      what
      year
    }
    pageInfo {
      endCursor
      hasNextPage
      hasPreviousPage
      startCursor
    }
    totalCount
  }
}
`,
    variables: '{\n  "first": 10\n}',
  });
});

it('runs the operation that the cursor is in', () => {
  const text = 'query A { a }\nquery B { b }\n';
  const operations = operationsOf(parse(text));
  const at = (offset: number): string | undefined => operationAt(operations, offset)?.name?.value;
  expect([at(0), at(12), at(14), at(text.length)]).toEqual(['A', 'A', 'B', 'B']);
  expect(operationAt([], 3)).toBeNull();
});

it('finds types and fields by a part of their name', () => {
  const labels = searchSchema(schemaOf(AML), ' GUESTid').map(({ label }) => label);
  expect(labels).toContain('Gift.guestId');
  expect(labels.every((label) => /guestid/i.test(label))).toBe(true);
});
