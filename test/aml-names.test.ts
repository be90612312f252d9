import { buildSchema } from 'graphql';
import { compile } from '@platform/aml-compiler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Acceptors } from '../aml-compiler/corpus/acceptors.ts';
import type { DataPlane } from '../api/data/contract.ts';
import { createDataPlane } from '../api/data/plane.ts';
import { caller } from '../api/data/testing/call.ts';
import { describeEachDatabase } from './support/databases.ts';
import { NAMES } from './support/names.ts';

const all = [...new Set(Object.values(NAMES).flat())];

/** A source in which one name stands in one place, and one with many of them. */
const ROLES = {
  model: (names: readonly string[]) => names.map((name) => `model ${name} {\n  x Int\n}`).join('\n'),
  field: (names: readonly string[]) =>
    `model Task_ {\n  own Int\n${names.map((name) => `  ${name} Int`).join('\n')}\n}`,
  enum: (names: readonly string[]) =>
    `${names.map((name) => `enum ${name} {\n  A\n}`).join('\n')}\nmodel Task_ {\n${names.map((name, at) => `  f${at} ${name}`).join('\n')}\n}`,
  value: (names: readonly string[]) =>
    `enum E_ {\n${names.map((name) => `  ${name}`).join('\n')}\n}\nmodel Task_ {\n  all E_[]\n}`,
} as const;
type Role = keyof typeof ROLES;
const roles = Object.keys(ROLES) as Role[];

/** Names that a right source holds; `a b` is right in an enum, but two names. */
const accepted = (role: Role): string[] =>
  all.filter((name) => {
    const { ir } = compile(ROLES[role]([name]));
    const names = [...(ir?.models ?? []), ...(ir?.enums ?? [])].flatMap((item) => [
      item.name,
      ...('fields' in item ? item.fields : item.values).map((member) => member.name),
    ]);
    return names.includes(name);
  });

/** The names in as few sources as possible: at most 48 in one, and none beside its twin. */
function packs(role: Role): string[][] {
  const found: string[][] = [];
  for (const name of accepted(role)) {
    const room = found.find((pack) => pack.length < 48 && compile(ROLES[role]([...pack, name])).ok);
    if (room) room.push(name);
    else found.push([name]);
  }
  return found;
}

describe('the names table', () => {
  it('is long', () => expect(all.length).toBeGreaterThan(300));

  it.each(roles)('refuses with a hint what is no name of a %s', (role) => {
    const strange: string[] = [];
    for (const name of all) {
      const { ok, diagnostics } = compile(ROLES[role]([name]));
      if (ok) continue;
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      if (errors.length === 0 || errors.some(({ message, hint }) => message === '' || !hint))
        strange.push(name);
    }
    expect(strange).toEqual([]);
  });

  it('takes every word of SQL as a field and as a value, and nothing that is not ASCII anywhere', () => {
    for (const role of roles)
      expect(accepted(role).filter((name) => !/^[A-Za-z][A-Za-z0-9_]{0,47}$/.test(name))).toEqual([]);
    for (const role of ['field', 'value'] as const)
      expect(NAMES['sql']?.filter((name) => !accepted(role).includes(name) && name !== 'then')).toEqual([]);
    for (const name of ['select', 'order', 'user', 'group', 'table', 'Order', 'User', 'Group', 'Table'])
      for (const role of roles) expect(compile(ROLES[role]([name])).ok, `${role} ${name}`).toBe(true);
  });

  it.each(roles)(
    'takes names of a %s that Prisma and GraphQL take, one by one',
    { timeout: 120_000 },
    (role) => {
      const acceptors = new Acceptors();
      for (const name of accepted(role)) {
        const { ir } = compile(ROLES[role]([name]));
        if (ir !== null) acceptors.accept(ir);
      }
    },
  );

  it.each(roles)('refuses twins of a %s in other case', (role) => {
    const { diagnostics } = compile(ROLES[role](['Twin', 'tWIN']));
    expect(diagnostics.find(({ code }) => code === 'duplicate_name')?.hint).toBeTruthy();
  });

  it('lets no generated type meet a declared one', () => {
    const relation = (a: string, b: string): string =>
      `model ${a} {\n  list ${b}[]\n}\nmodel ${b} {\n  one ${a}? @relation(fields: [oneId], references: [id])\n  oneId String?\n}\n`;
    const base = `${relation('Task', 'Other')}enum State {\n  A\n}\nmodel Uses {\n  s State\n  l State[]\n  t String[]\n}\n`;
    const { ir } = compile(base);
    const acceptors = new Acceptors();
    if (ir === null) throw new Error('The base is right.');
    const types = Object.keys(buildSchema(acceptors.sdl(ir)).getTypeMap()).filter(
      (name) => !name.startsWith('__'),
    );
    expect(types.length).toBeGreaterThan(40);
    for (const name of [...types, ...(NAMES['generated'] ?? []), 'StateList', 'OtherList', 'OtherRelation'])
      for (const other of [
        `model ${name} {\n  x Int\n}`,
        `enum ${name} {\n  B\n}\nmodel Uses2 {\n  a ${name}\n  b ${name}[]\n}`,
        relation(name, 'Third'),
        relation('Third', name),
      ]) {
        const both = compile(base + other);
        if (both.ir !== null) acceptors.accept(both.ir);
        else
          expect(
            both.diagnostics.every(({ hint }) => hint !== ''),
            name,
          ).toBe(true);
      }
  }, 120_000);
});

describeEachDatabase('every accepted name', (db) => {
  let plane: DataPlane;
  beforeAll(() => {
    plane = createDataPlane({ db: db() });
  });
  afterAll(() => plane.close());

  const record: Readonly<Record<Role, (names: readonly string[]) => Readonly<Record<string, unknown>>>> = {
    model: () => ({ x: 1 }),
    field: (names) => ({ own: 0, ...Object.fromEntries(names.map((name, at) => [name, at])) }),
    enum: (names) => Object.fromEntries(names.map((_, at) => [`f${at}`, 'A'])),
    value: (names) => ({ all: names }),
  };

  it.each(roles)(
    'of a %s holds in real tables: an insert is read again',
    { timeout: 240_000 },
    async (role) => {
      for (const [number, names] of packs(role).entries()) {
        const space = { id: `names-${role}-${number}`, aml: ROLES[role](names) };
        const { insert, query } = caller(plane, space);
        for (const entity of role === 'model' ? names : ['Task_']) {
          const own = record[role](names);
          const made = await insert(own, `?entity=${entity}`);
          expect(made.body, `${entity}: ${names.join(' ')}`).toMatchObject({ ok: true, record: own });
          expect((await query({ entity })).body.records, entity).toMatchObject([own]);
        }
        await plane.drop(space.id);
      }
    },
  );
});
