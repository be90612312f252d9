import { printSchema } from 'graphql';
import type { Ir } from '../ir.ts';
import type { EmitOptions } from './emitter.ts';
import { graphqlSchema } from './graphql-schema.ts';

/** The GraphQL schema as text; a comment when there is nothing that this caller may do. */
export function emitSdl(ir: Ir, options: EmitOptions): string {
  const schema = graphqlSchema(ir, options);
  return schema === null ? '# There is nothing that this caller may do.\n' : `${printSchema(schema)}\n`;
}
