import { getDMMF } from '@prisma/get-dmmf';
import { validate } from '@prisma/prisma-schema-wasm';

type Document = Exclude<ReturnType<typeof getDMMF>, { readonly type: string }>;
export type Datamodel = Document['datamodel'];

/** Throws Prisma's message when its own parser refuses a schema. */
export function checkPrisma(schema: string): void {
  try {
    validate(JSON.stringify({ prismaSchema: [['schema.prisma', schema]], noColor: true }));
  } catch (error) {
    throw new Error(`Prisma refuses this schema: ${String(error)}\n${schema}`, { cause: error });
  }
}

/** What Prisma's own parser makes of a schema. `getDMMF` alone does not validate. Throws Prisma's message. */
export function readPrisma(schema: string): Datamodel {
  checkPrisma(schema);
  const found = getDMMF({ datamodel: schema });
  if ('type' in found) throw new Error(found.reason);
  return found.datamodel;
}
