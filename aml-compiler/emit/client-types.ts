import { BRIDGE_ERROR_STATUS } from '../bridge-errors.ts';
import type { Ir, IrModel } from '../ir.ts';
import { filterTypes } from './client-filters.ts';
import { bridgeTypes, QUERY_TYPES, RESULT_TYPES } from './client-grammar.ts';
import { entityType, enumsType, modelTypes } from './client-models.ts';

/**
 * What a visitor may do with an app's data, as types (spec 4.1): of `client.js`, and of `window.platform` in the app's
 * own pages, which speak alike.
 */
export function emitClientTypes(ir: Ir): string {
  const readable = ir.models.filter((model) => model.rules.read === 'anyone');
  const creatable = ir.models.filter((model) => model.rules.create === 'anyone');
  const [first] = ir.models;
  const firstOf = (models: readonly IrModel[]): string =>
    nameUnion(models.filter((model) => model === first));
  const codes = Object.keys(BRIDGE_ERROR_STATUS).map((code) => `'${code}'`);
  return [
    `// The data of an app, over its bridge. Emitted from its model.\n`,
    ...ir.models.map((model) => modelTypes(model, ir)),
    enumsType(ir.enums),
    `/** What there is, by the name of the model. */\nexport interface Entities {\n${ir.models.map((model) => entityType(model, ir)).join('\n')}\n}\n`,
    `/** Models whose rows visitors may read. */\nexport type Readable = ${nameUnion(readable)};`,
    `/** Models that visitors may add rows to. */\nexport type Creatable = ${nameUnion(creatable)};`,
    `/** The first model, when visitors may: it is meant where no entity is named. */`,
    `type FirstReadable = ${firstOf(readable)};\ntype FirstCreatable = ${firstOf(creatable)};\n`,
    filterTypes(),
    QUERY_TYPES,
    RESULT_TYPES,
    `export type ErrorCode =\n  | ${codes.join('\n  | ')};\n`,
    bridgeTypes({
      isReadable: first?.rules.read === 'anyone',
      isCreatable: first?.rules.create === 'anyone',
    }),
  ].join('\n');
}

const nameUnion = (models: readonly IrModel[]): string =>
  models.length === 0 ? 'never' : models.map(({ name }) => `'${name}'`).join(' | ');

/** Declares `window.platform` for the scripts of the app's own pages; apart, since a program may have many clients. */
export function emitPlatformTypes(): string {
  return `// window.platform in the pages of the app. Put this file and client.d.ts where TypeScript sees them.
import type { Platform } from './client.js';

declare global {
  interface Window {
    readonly platform: Platform;
  }
}
`;
}
