import axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Text on the ground it is set on: 4.5:1 at least. */
const TEXT: readonly (readonly [text: string, ...grounds: string[]])[] = [
  ['ink', 'paper', 'surface', 'sunken', 'hover', 'pressed', 'n-2', 'accent-soft'],
  ['ink-2', 'paper', 'surface', 'sunken', 'hover', 'pressed', 'n-2', 'accent-soft'],
  ['ink-3', 'paper', 'surface', 'sunken', 'hover', 'n-2'],
  ['on-accent', 'accent', 'accent-hover'],
  ['on-bad', 'bad', 'bad-hover'],
  ['accent-text', 'paper', 'surface', 'sunken', 'hover', 'accent-soft', 'n-2'],
  ['good-text', 'paper', 'surface', 'sunken', 'good-soft'],
  ['warn-text', 'paper', 'surface', 'sunken', 'warn-soft'],
  ['bad-text', 'paper', 'surface', 'sunken', 'bad-soft', 'hover'],
  ['info-text', 'paper', 'surface', 'sunken', 'info-soft'],
];

/** Edges and fills by which a control or a mark is recognised: 3:1 at least. */
const CONTROLS: readonly (readonly [mark: string, ...grounds: string[]])[] = [
  ['control-line', 'paper', 'surface', 'n-2'],
  ['focus', 'paper', 'surface', 'sunken', 'hover', 'n-2', 'accent-soft'],
  ['accent', 'paper', 'surface', 'sunken'],
  ['good', 'paper', 'surface', 'good-soft'],
  ['warn', 'paper', 'surface', 'warn-soft'],
  ['bad', 'paper', 'surface', 'bad-soft'],
  ['info', 'paper', 'surface', 'info-soft'],
];

type Tokens = ReadonlyMap<string, string>;
type AxeColor = { parseString(value: string): unknown };
// axe's colour maths is exported but not described in its types; writing our own would be the worse choice.
const colour = (
  axe as unknown as {
    commons: { color: { Color: new () => AxeColor; getContrast(ground: AxeColor, text: AxeColor): number } };
  }
).commons.color;

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function block(selector: string): Tokens {
  const start = css.indexOf(`\n${selector} {`);
  const body = css.slice(start, css.indexOf('\n}', start));
  return new Map(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

function resolve(tokens: Tokens, name: string): string {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`No token --${name} in tokens.css: add it or correct the pair.`);
  const alias = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return alias === undefined ? value : resolve(tokens, alias);
}

function parse(value: string): AxeColor {
  const parsed = new colour.Color();
  parsed.parseString(value);
  return parsed;
}

const light = block(':root');
const dark: Tokens = new Map([...light, ...block('.dark')]);

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('contrast in the %s theme', (_theme, tokens) => {
  const cases = [
    ...TEXT.flatMap(([mark, ...grounds]) => grounds.map((ground) => [mark, ground, 4.5] as const)),
    ...CONTROLS.flatMap(([mark, ...grounds]) => grounds.map((ground) => [mark, ground, 3] as const)),
  ];
  it.each(cases)('%s on %s is at least %d:1', (mark, ground, least) => {
    const ratio = colour.getContrast(parse(resolve(tokens, ground)), parse(resolve(tokens, mark)));
    expect(ratio).toBeGreaterThanOrEqual(least);
  });
});

it('knows both themes', () => {
  expect(light.size).toBeGreaterThan(40);
  expect(resolve(dark, 'paper')).not.toBe(resolve(light, 'paper'));
});
