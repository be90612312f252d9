import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { toResponse } from '../http/plain-answer.ts';
import { readCatalog } from './catalog-row.ts';
import { NOWHERE } from './asker.ts';
import { checkAml } from './check-aml.ts';
import type { DataPlane } from './contract.ts';
import { describePlan, planSpace } from './evolve.ts';
import { createOwnerData } from './owner/owner-data.ts';
import { answerBridge } from './rest.ts';
import { schemaName } from './space-name.ts';
import { createSpaces } from './spaces.ts';

export interface DataPlaneOptions {
  readonly db: Database;
  readonly log?: Logger;
}

/** The data of all apps and drafts: real tables from AML, reached through the bridge and GraphQL (design 6). */
export function createDataPlane({ db, log }: DataPlaneOptions): DataPlane {
  const spaces = createSpaces(db, log);
  const answer: DataPlane['answer'] = (space, route, request, caller, from = {}) =>
    answerBridge({ spaces, log }, space, route, request, { ...NOWHERE, ...from, caller });
  return {
    check: checkAml,
    async plan(space) {
      const ir = checkAml(space.aml);
      const known = await readCatalog(db.pool, space.id);
      const target = { schema: known?.schema ?? schemaName(space.id), scope: space.id };
      return describePlan(await planSpace(db.pool, target, known?.content.catalog ?? null, ir), target);
    },
    async apply(space) {
      const { plan } = await spaces.publish(space);
      return plan ?? { changes: [], diagnostics: [] };
    },
    answer,
    respond: async (...asked) => toResponse(await answer(...asked)),
    endStreams: () => spaces.endStreams(),
    owner: (space) => createOwnerData(spaces, space),
    forget: (spaceId) => spaces.forget(spaceId),
    drop: (spaceId) => spaces.drop(spaceId),
    watch: (changed) => spaces.watch(changed),
    hearing: () => spaces.hearing(),
    close: () => spaces.close(),
  };
}
