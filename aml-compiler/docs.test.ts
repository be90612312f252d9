import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CODES } from './codes.ts';
import { compile } from './compile.ts';

const text = readFileSync(new URL('../docs/aml.md', import.meta.url), 'utf8');
const blocks = [...text.matchAll(/^```aml ([^\n]*)\n(.*?)^```$/gms)].map((match) => ({
  expected: match[1] ?? '',
  source: match[2] ?? '',
  line: text.slice(0, match.index).split('\n').length,
}));

/** Too long to be shown; each has a test of its own in limits.test.ts. */
const WITHOUT_EXAMPLE = [
  'source_too_large',
  'too_many_diagnostics',
  'too_many_models',
  'too_many_enums',
  'too_many_fields',
  'too_many_values',
];

describe('the examples of docs/aml.md', () => {
  it.each(blocks)('line $line is $expected', ({ expected, source }) => {
    const { diagnostics } = compile(source);
    const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
    const [severity, code] = expected.split('=');
    if (severity === 'ok') expect(diagnostics).toEqual([]);
    else if (severity === 'warning') {
      expect(errors).toEqual([]);
      expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
    } else expect(errors.map((diagnostic) => diagnostic.code)).toEqual([code]);
    for (const diagnostic of diagnostics) expect(diagnostic.hint).toBeTruthy();
  });

  it('shows every code', () => {
    for (const [code, severity] of Object.entries(CODES)) {
      expect(text, code).toContain(`\`${code}\``);
      if (!WITHOUT_EXAMPLE.includes(code))
        expect(
          blocks.map((block) => block.expected),
          code,
        ).toContain(`${severity}=${code}`);
    }
  });

  it('names no code that is not there', () => {
    for (const { expected } of blocks)
      if (expected !== 'ok') expect(CODES).toHaveProperty(expected.split('=')[1] ?? '');
  });
});
