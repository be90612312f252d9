import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../compile.ts';
import { edited } from '../corpus/edits.ts';
import { readCorpus } from '../corpus/read-corpus.ts';
import { tokenize } from '../syntax/tokenize.ts';
import { format } from './format.ts';

const runs = Number(process.env['AML_RUNS'] ?? 500);

function formatted(source: string): string {
  const { text, diagnostics } = format(source);
  if (text === null) throw new Error(JSON.stringify(diagnostics, null, 2));
  return text;
}

/** The comments of a text, without the white space that formatting may change. */
function comments(source: string): string[] {
  return tokenize(source)
    .filter(({ kind }) => kind === 'comment' || kind === 'doc')
    .map(({ start, end }) => source.slice(start, end).replace(/\s+/g, ' ').trim());
}

function keepsItsWord(source: string): void {
  const { text } = format(source);
  if (text === null) return;
  expect(formatted(text)).toBe(text);
  expect(comments(text)).toEqual(comments(source));
  const { ir } = compile(source);
  if (ir !== null) expect(compile(text).ir).toEqual(ir);
}

describe('format', () => {
  it('lays out fields in columns, blocks apart, lists on one line', () => {
    const source = `// Tasks of a team

/// A task
model   Task{ id Int @id@default( autoincrement( ) );
title String@length (1,80 ,)  /// Shown
  tags String [ ]


  code String? // secret
    @unique // or not
    /* own line */ @db.Text
  @@index( [ title , code(sort:Desc), ] )
} // end
enum Kind { A, B }
/* tail */`;
    expect(formatted(source)).toBe(`// Tasks of a team

/// A task
model Task {
  id    Int      @id @default(autoincrement())
  title String   @length(1, 80) /// Shown
  tags  String[]

  code String? // secret
    @unique // or not
    /* own line */
    @db.Text
  @@index([title, code(sort: Desc)])
} // end

enum Kind {
  A
  B
}

/* tail */
`);
  });

  it('keeps CRLF and a BOM, ends with one line end', () => {
    expect(formatted('\ufeffmodel A {\r\n\r\n  a Int\r\n\r\n}\r\n\r\n\r\n')).toBe(
      '\ufeffmodel A {\r\n  a Int\r\n}\r\n',
    );
    expect(formatted('')).toBe('');
  });

  it('leaves ignored blocks alone, and refuses what it cannot read', () => {
    const config = 'datasource db {\n      provider = "x" // why\n}\n';
    expect(formatted(config)).toBe(config);
    const { text, diagnostics } = format('model A {\n  a: Int\n}');
    expect(text).toBeNull();
    expect(diagnostics[0]?.code).toBe('unexpected_text');
  });

  it('keeps docs where they are when commas go', () => {
    keepsItsWord('enum A {\n  X /// one\n , /// two\n Y, /// three\n}\n model B { a A b A /// four\n }');
  });

  it.each([...readCorpus('prisma'), ...readCorpus('aml')])('$file means the same, laid out', ({ source }) => {
    keepsItsWord(source);
    keepsItsWord(source.replace(/\r?\n/g, '\r\n'));
  });

  it('changes no meaning, loses no comment and settles at once, whatever the text', () => {
    fc.assert(fc.property(edited, keepsItsWord), { numRuns: runs });
  });
});
