import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertDocument } from './insert-document.ts';
import { KINDS } from './kinds.ts';

const EMPTY = '<script id="platform-doc" type="application/json"></script>';

it.each([
  ['<script id="platform-doc" type="application/json"></script>'],
  ["<SCRIPT type=application/json ID='platform-doc'>old</Script >"],
  ['<script data-x=">" id=platform-doc >\n</script>'],
  [
    '<!-- <script id="platform-doc"></script> --><script>var a = "<b>"</script><script id="platform-doc"></script>',
  ],
  ['<style><script id="platform-doc"></style><script id="platform-doc"></script>'],
  ['<script data-id="platform-doc">1</script><script id="platform-doc"></script>'],
])('the document goes into the element of %s', (renderer) => {
  const page = insertDocument(renderer, '{"a":1}');
  const start = page.lastIndexOf('{"a":1}');
  expect(page.split('{"a":1}')).toHaveLength(2);
  expect(page.slice(start - 1, start)).toBe('>');
  expect(page.slice(start + 7)).toMatch(/^<\/script/i);
});

it('a renderer without the element gets one before its first markup', () => {
  expect(insertDocument('<!doctype html>\n<!-- x --><p>Hi', '{}')).toBe(
    `<!doctype html>\n<!-- x -->${EMPTY.replace('><', '>{}<')}<p>Hi`,
  );
  expect(insertDocument('', '{}')).toBe(EMPTY.replace('><', '>{}<'));
});

it('no document ends the element or loses a character', () => {
  const nasty = fc.constantFrom(
    '</script>',
    '<!--',
    '<script',
    ']]>',
    '&lt;',
    '\u2028',
    '$&',
    '$1',
    '\0',
    '\ud800',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(nasty, fc.string()), { maxLength: 6 }), (parts) => {
      const document = { title: parts.join(''), [parts.join(' ')]: parts };
      const page = insertDocument(`<b>${EMPTY}</b>`, JSON.stringify(document));
      const inside = page.slice(EMPTY.indexOf('><') + 4, page.indexOf('</script>'));
      expect(page.slice(page.indexOf('</script>'))).toBe('</script></b>');
      expect(inside).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(inside)).toEqual(document);
    }),
  );
});

it('the pages of our own have the element, empty', () => {
  for (const kind of Object.values(KINDS)) expect(kind.defaultRenderer).toContain(EMPTY);
});

it('is quick on long renderers of any shape', () => {
  for (const part of ['<!--', '<script', '<script>', '<style>', '<script id="', "<script a='", '<a "']) {
    const start = performance.now();
    insertDocument(part.repeat(200_000 / part.length), '{}');
    expect([part, performance.now() - start < 500]).toEqual([part, true]);
  }
});
