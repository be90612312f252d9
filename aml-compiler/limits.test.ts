import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';
import { only, places } from './corpus/places.ts';
import { LIMITS } from './limits.ts';

const lines = (count: number, line: (number: number) => string): string =>
  Array.from({ length: count }, (_, number) => line(number)).join('\n');

describe('limits', () => {
  it('refuses more than 64 KB of UTF-8, and takes exactly that', () => {
    const room = LIMITS.sourceBytes - 'model A { x Int }//'.length;
    expect(compile(`model A { x Int }//${'x'.repeat(room)}`).ok).toBe(true);
    expect(only(`model A { x Int }//${'x'.repeat(room + 1)}`)).toMatchObject({
      code: 'source_too_large',
      line: 1,
    });
    // Three bytes each, so that the length in characters is far below.
    expect(only(`model A { x Int }//${'€'.repeat(room / 3 + 1)}`).code).toBe('source_too_large');
  });

  it('refuses the 51st model, the 65th field, the 51st enum and the 257th value, once and where it stands', () => {
    const models = (count: number): string => lines(count, (number) => `model M${number} { x Int }`);
    expect(compile(models(50)).ok).toBe(true);
    expect(places(models(60))).toEqual(['51:1 too_many_models']);
    const fields = (count: number): string => `model A {\n${lines(count, (number) => `f${number} Int`)}\n}`;
    expect(compile(fields(64)).ok).toBe(true);
    expect(places(fields(70))).toEqual(['66:1 too_many_fields']);
    expect(places(lines(52, (number) => `enum E${number} { A }`))).toEqual(['51:1 too_many_enums']);
    expect(places(`enum E {\n${lines(257, (number) => `v${number}`)}\n}`)).toEqual(['258:1 too_many_values']);
  });

  it('says how many mistakes are not shown', () => {
    const source = lines(50, (number) => `model M${number} {\n${lines(10, (field) => `f${field} Foo`)}\n}`);
    const { diagnostics, ok } = compile(source);
    expect(ok).toBe(false);
    expect(diagnostics).toHaveLength(LIMITS.errors + 1);
    expect(diagnostics.at(-1)).toMatchObject({ code: 'too_many_diagnostics', severity: 'error' });
    expect(diagnostics.at(-1)?.message).toContain('300 more errors');
  });

  it('does not fail for too many warnings', () => {
    const source = lines(
      5,
      (number) => `model M${number} {\n${lines(30, (field) => `f${field} Int @db.X`)}\n}`,
    );
    const { diagnostics, ok } = compile(source);
    expect(ok).toBe(true);
    expect(diagnostics).toHaveLength(LIMITS.warnings + 1);
    expect(diagnostics.at(-1)).toMatchObject({ code: 'too_many_diagnostics', severity: 'warning' });
  });

  it('takes time in line with the text, also where everything is unclosed', () => {
    for (const piece of [
      '(',
      '[',
      '"',
      '/*',
      '@a(',
      'a String @x(\n',
      'model A {\n',
      'a b\n',
      '@@index([',
      '\\',
    ]) {
      const source = `model A {\n${piece.repeat(Math.floor(65_000 / piece.length))}`;
      const start = performance.now();
      compile(source);
      // Takes under 20 ms; quadratic ways take seconds.
      expect(performance.now() - start, piece).toBeLessThan(500);
    }
  });
});
