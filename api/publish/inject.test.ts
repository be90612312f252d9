import { describe, expect, it } from 'vitest';
import { HTML_SHAPES } from '../../test/support/html-shapes.ts';
import { injectScript } from './inject.ts';

const SCRIPT = 'bridge()';
const ELEMENT = `<script>${SCRIPT}</script>`;

describe('the bridge goes before the first markup and nothing else changes', () => {
  it('covers at least 40 shapes', () => expect(Object.keys(HTML_SHAPES).length).toBeGreaterThanOrEqual(40));

  for (const [name, shape] of Object.entries(HTML_SHAPES)) {
    it(name, () => {
      const [before = '', behind = ''] = shape.split('¦');
      const out = injectScript(Buffer.from(before + behind, 'utf8'), SCRIPT);
      expect(out.toString('utf8')).toBe(before + ELEMENT + behind);
    });
  }
});

describe('bytes that are not UTF-8', () => {
  it('keeps other bytes of an ASCII-compatible encoding', () => {
    const latin1 = Buffer.from('<!doctype html><p>caf\xe9</p>', 'latin1');
    const out = injectScript(latin1, SCRIPT);
    expect(out.toString('latin1')).toBe(`<!doctype html>${ELEMENT}<p>caf\xe9</p>`);
  });

  for (const order of ['le', 'be'] as const) {
    it(`writes the bridge in UTF-16 ${order} when the mark says so`, () => {
      const encode = (text: string): Buffer => {
        const bytes = Buffer.from(text, 'utf16le');
        return order === 'le' ? bytes : bytes.swap16();
      };
      // U+3C3C is two `<` to whoever reads bytes; it may not be taken for markup.
      const out = injectScript(encode('\ufeff<!-- \u3c3c --><!doctype html>\n<p>é</p>'), SCRIPT);
      expect(out.equals(encode(`\ufeff<!-- \u3c3c --><!doctype html>\n${ELEMENT}<p>é</p>`))).toBe(true);
    });
  }
});

describe('speed', () => {
  it.each(['<!-- c -->', '<!---->', '<!x>', ' ', '<!-- - -- ->--!>', '<?x>'])(
    'is linear in a run of %s',
    (piece) => {
      const bytes = Buffer.from(piece.repeat(1_000_000 / piece.length));
      const start = performance.now();
      injectScript(bytes, SCRIPT);
      // Quadratic work on a megabyte takes minutes.
      expect(performance.now() - start).toBeLessThan(2_000);
    },
  );

  it('is linear in dashes that close nothing', () => {
    const bytes = Buffer.from(`<!--${'-'.repeat(1_000_000)}`);
    const start = performance.now();
    injectScript(bytes, SCRIPT);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
