import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../test/support/databases.ts';
import type { DataPlane, SpaceRef } from './contract.ts';
import { createDataPlane } from './plane.ts';
import { asker } from './testing/ask.ts';
import { caller } from './testing/call.ts';

const SPACE: SpaceRef = {
  id: 'long-keys',
  aml: `
model Page {
  id       Int     @id @default(autoincrement())
  address  String? @unique
  siteName String?
  path     String?
  note     String?
  @@unique([siteName, path])
  @@index([note])
  @@allow(update, anyone)
}`,
};

/** Text that does not compress, so that the bytes of its index entry are its own. */
function noise(bytes: number): string {
  let state = 7;
  return Array.from({ length: bytes }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return String.fromCharCode(33 + ((state >>> 16) % 90));
  }).join('');
}

describeEachDatabase('values too long for a unique key or an index', (db) => {
  let plane: DataPlane;
  beforeAll(() => {
    plane = createDataPlane({ db: db() });
  });
  afterAll(() => plane.close());
  const ask = asker(() => plane, SPACE);

  it.each([
    ['a unique field', { address: noise(6_000) }, ['address']],
    ['several fields', { siteName: noise(3_000), path: noise(3_000) }, ['siteName', 'path']],
    ['an index', { note: noise(6_000) }, ['note']],
  ])('are named with the limit: %s', async (_, values, fields) => {
    const made = await caller(plane, SPACE).insert(values);
    expect(made.status).toBe(422);
    expect(made.body.error?.code).toBe('invalid_record');
    expect(made.body.diagnostics?.map(({ code, path }) => ({ code, path }))).toEqual(
      fields.map((name) => ({ code: 'too_long', path: `/${name}` })),
    );
    expect(made.body.error?.message).toContain('2,704 bytes');
    const { body } = await caller(plane, SPACE).insert({ address: `a short one, ${fields.join()}` });
    const changed = await ask(
      'mutation ($id: Int!, $data: PageUpdateInput!) { updatePage(id: $id, data: $data) { id } }',
      {
        id: body.id,
        data: values,
      },
    );
    expect(changed.errors?.[0]?.extensions).toMatchObject({ code: 'invalid_record' });
    expect(changed.errors?.[0]?.message).toContain(fields[0]);
    const bytes = new TextEncoder().encode(JSON.stringify([values]));
    const imported = plane
      .owner(SPACE)
      .import('Page', { format: 'json', bytes }, { mode: 'error', dryRun: false });
    await expect(imported).rejects.toMatchObject({
      code: 'invalid_record',
      message: expect.stringContaining('2,704'),
    });
  });

  it.each(['@@unique([text])', '@@index([text])'])(
    'are told of when a model gets a key later: %s',
    async (key) => {
      const id = `later ${key}`;
      const without = { id, aml: 'model Note {\n  text String\n}' };
      expect((await caller(plane, without).insert({ text: noise(6_000) })).status).toBe(201);
      const refused = plane.apply({ id, aml: `model Note {\n  text String\n  ${key}\n}` });
      await expect(refused).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/Note .* text .*2,704/),
      });
      expect((await caller(plane, without).query({})).body.records).toHaveLength(1);
    },
  );
});
