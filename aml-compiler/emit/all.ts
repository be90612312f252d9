import { emitClientScript } from './client-script.ts';
import { emitClientTypes, emitPlatformTypes } from './client-types.ts';
import type { Emitter } from './emitter.ts';
import { emitJsonSchemaText } from './json-schema.ts';
import { emitOpenApi } from './openapi.ts';
import { emitPothosSource } from './pothos-source.ts';
import { emitPrisma } from './prisma.ts';
import { emitSdl } from './sdl.ts';
import { emitSqlScript, physicalNamesOf, sqlTarget } from './sql-script.ts';

/** Everything that is made from a model for people who go on without the platform (design 5: eject). */
export const EMITTERS: readonly Emitter[] = [
  {
    file: 'schema.prisma',
    emit: (ir, options) => emitPrisma(ir, physicalNamesOf(ir, options), { scope: sqlTarget(options).scope }),
  },
  { file: 'schema.sql', emit: emitSqlScript },
  { file: 'schema.graphql', emit: emitSdl },
  { file: 'pothos.ts', emit: emitPothosSource },
  { file: 'client.js', emit: emitClientScript },
  { file: 'client.d.ts', emit: emitClientTypes },
  { file: 'platform.d.ts', emit: emitPlatformTypes },
  { file: 'schema.json', emit: emitJsonSchemaText },
  { file: 'openapi.json', emit: emitOpenApi },
];
