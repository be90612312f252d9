import { expect, it } from 'vitest';
import { changed } from '#lib/agent/workspace.ts';
import { planImport } from './import-plan.ts';

const state = {
  revision: 3,
  aml: 'model A {}',
  files: new Map([
    ['index.html', 'old'],
    ['same.js', 's'],
    ['other.js', 'o'],
  ]),
};
const files = new Map([
  ['index.html', 'new'],
  ['same.js', 's'],
  ['css/a.css', 'a'],
]);

it('says what an import does, and does just that', () => {
  const plan = planImport(state, { files, aml: null }, false);
  expect(plan).toMatchObject({
    added: ['css/a.css'],
    replaced: ['index.html'],
    same: ['same.js'],
    removed: [],
    model: null,
    mistake: null,
  });
  const after = changed(state, plan.change ?? {});
  expect([...after.files].sort()).toEqual([...files, ['other.js', 'o']].sort());
  expect(after.aml).toBe('model A {}');
});

it('can leave just what the archive has, and has nothing to do twice', () => {
  const plan = planImport(state, { files, aml: 'model B {}' }, true);
  expect(plan).toMatchObject({ removed: ['other.js'], model: 'replaced' });
  const after = changed(state, plan.change ?? {});
  expect([...after.files].sort()).toEqual([...files].sort());
  expect(planImport(after, { files, aml: 'model B {}' }, true)).toMatchObject({
    change: null,
    model: 'same',
  });
  expect(planImport(state, { files: new Map([['Same.js', '']]), aml: null }, false).mistake).toMatch(
    /only in case/,
  );
});
