import { compile } from '@platform/aml-compiler';
import { describe, expect, it } from 'vitest';
import { APP_KEYS, demoApp } from './apps.ts';
import { readChanges } from './changes.ts';
import { planEdits, applyEdits } from './edits.ts';
import { addToAml, toField } from './field.ts';

describe.each(APP_KEYS)('the %s', (key) => {
  const { aml, files, script } = demoApp(key);

  it('has a data model without a single diagnostic, also after a field was added', () => {
    expect(compile(aml)).toMatchObject({ ok: true, diagnostics: [] });
    for (const label of [
      'City',
      'Your e-mail',
      'Website',
      'Age',
      'Phone number',
      'Postcode',
      'Due date',
      'Größe (cm)',
    ]) {
      const field = toField(label);
      if (!field) throw new Error(label);
      const grown = addToAml(aml, field) ?? '';
      expect(compile(grown), grown).toMatchObject({ ok: true, diagnostics: [] });
      const names = compile(grown).ir?.models[0]?.fields.map(({ name }) => name);
      expect(names).toContain(field.name);
    }
  });

  it('stores into its own model the fields that its form has', () => {
    const model = compile(aml).ir?.models.find(({ name }) => name === script.model);
    expect(files['app.js']).toContain(`entity: '${script.model}'`);
    const fields = model?.fields.map(({ name }) => name);
    for (const [, name] of files['index.html'].matchAll(/<(?:input|textarea)[^>]* name="(\w+)"/g))
      expect(fields).toContain(name);
  });

  it('can be changed by every kind of edit that fits it', () => {
    const wish = readChanges('change the title to Hello, make it blue, dark theme');
    const { edits, missing } = planEdits(wish, files);
    expect(missing).toEqual([]);
    expect(edits).toHaveLength(4);
    expect(applyEdits('index.html', files['index.html'], edits)).toContain('<h1>Hello</h1>');
    const other = key === 'poll' ? 'add the option X' : 'add a field for city';
    expect(planEdits(readChanges(other), files).missing).toEqual([]);
  });

  it('never reads text of people as markup', () => {
    expect(files['app.js']).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
    expect(files['index.html']).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(files['index.html']).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg')|style="|onclick/);
  });
});
