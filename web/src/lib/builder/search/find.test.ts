import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { find, LISTED, replace, type Query } from './find.ts';

const query = (text: string, more: Partial<Query> = {}): Query => ({
  text,
  caseSensitive: false,
  wholeWord: false,
  regex: false,
  ...more,
});
const FILES = new Map([
  ['a.js', 'const Cat = 1;\n\n  let cat2 = Cat;\n'],
  ['b.css', '.cat { color: red }\r\n.dog{}'],
]);
const places = (given: Query): readonly string[] =>
  find(FILES, given).files.flatMap(({ path, matches }) =>
    matches.map(({ line, col }) => `${path}:${line}:${col}`),
  );

describe('search in all files', () => {
  it('finds text with its places', () => {
    expect(places(query('cat'))).toEqual(['a.js:1:7', 'a.js:3:7', 'a.js:3:14', 'b.css:1:2']);
    expect(places(query('cat', { caseSensitive: true }))).toEqual(['a.js:3:7', 'b.css:1:2']);
    expect(places(query('cat', { wholeWord: true }))).toEqual(['a.js:1:7', 'a.js:3:14', 'b.css:1:2']);
    expect(places(query('^\\s*let (\\w+)', { regex: true }))).toEqual(['a.js:2:1']);
    expect(places(query('.cat {'))).toEqual(['b.css:1:1']);
    expect(() => find(FILES, query('(', { regex: true }))).toThrow(SyntaxError);
  });

  it('shows the line, cut around the match', () => {
    const [file] = find(
      new Map([['x', `${'-'.repeat(500)}needle${'-'.repeat(500)}`]]),
      query('needle'),
    ).files;
    const match = file?.matches[0];
    expect(match?.piece.length).toBeLessThan(200);
    expect(match?.piece.slice(match.at, match.at + match.length)).toBe('needle');
  });

  it('counts all matches, lists the first, replaces all', () => {
    const many = new Map([['x', 'a\n'.repeat(LISTED + 10)]]);
    const found = find(many, query('a'));
    expect(found).toMatchObject({ total: LISTED + 10, cut: true });
    expect(found.files[0]?.matches).toHaveLength(LISTED);
    expect(replace(many, query('a'), { text: 'b', only: null })[0]?.after).toBe('b\n'.repeat(LISTED + 10));
  });

  it('replaces one, or fills in groups', () => {
    const only = { path: 'a.js', from: FILES.get('a.js')?.indexOf('cat2') ?? -1 };
    expect(replace(FILES, query('cat'), { text: '$1', only })).toEqual([
      { path: 'a.js', before: FILES.get('a.js'), after: 'const Cat = 1;\n\n  let $12 = Cat;\n', count: 1 },
    ]);
    const [css] = replace(FILES, query('\\.(?<name>\\w+)', { regex: true }), {
      text: '#$<name>-$1-$$-$&-$9',
      only: null,
    });
    expect(css?.after).toBe('#cat-cat-$-.cat-$9 { color: red }\r\n#dog-dog-$-.dog-$9{}');
  });

  it('agrees with plain replacement on any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1, maxLength: 2 }), fc.string(), (text, what, by) => {
        const [file] = replace([['x', text]], query(what, { caseSensitive: true }), { text: by, only: null });
        expect(file?.after ?? text).toBe(text.replaceAll(what, () => by));
      }),
    );
  });
});
