import { expect } from 'vitest';
import type { DataPlane, EvolutionPlan } from '../contract.ts';
import type { Reading } from './edit-chain/readings.ts';
import { caller } from './call.ts';

/** An app with rows, whose model changes. */
export interface Grown {
  readonly id: string;
  now(aml: string): ReturnType<typeof caller>;
  /** Publishes, and holds what was done to what was planned. */
  become(aml: string): Promise<EvolutionPlan>;
  /** All rows of a model in the order of their ids. */
  records(aml: string, model?: string): Promise<readonly Reading[] | undefined>;
}

let spaces = 0;

/** Makes a space of its own, with rows stored under one model. */
export async function grow(
  plane: DataPlane,
  aml: string,
  rows: readonly object[],
  entity = 'Item',
): Promise<Grown> {
  spaces += 1;
  const id = `evolving-${spaces}`;
  await plane.apply({ id, aml });
  const now = (text: string): ReturnType<typeof caller> => caller(plane, { id, aml: text });
  for (const row of rows) {
    const { status, body } = await now(aml).insert(row, `?entity=${entity}`);
    expect(status, JSON.stringify(body)).toBe(201);
  }
  return {
    id,
    now,
    async become(text) {
      const planned = await plane.plan({ id, aml: text });
      const applied = await plane.apply({ id, aml: text });
      expect(applied).toEqual(planned);
      return applied;
    },
    async records(text, model = 'Item') {
      return (await now(text).query({ entity: model, orderBy: 'id' })).body.records;
    },
  };
}

/** `class change rows` of each change. */
export function summary({ changes }: EvolutionPlan): readonly string[] {
  return changes.map((change) => `${change.class} ${change.change} ${change.rows}`);
}

/** The text of a model with a counting key. */
export function itemModel(body: string, name = 'Item'): string {
  return `model ${name} {\n  id Int @id @default(autoincrement())\n${body}\n}\n`;
}
