import { makeColourProbe } from '../probe.ts';
import { design, must, mustEqual, spec, type Rule } from '../rule.ts';
import type { StudioUnderTest } from '../studio-under-test.ts';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of the point in the middle, each 0–255. */
  readonly middle: readonly number[];
}

/** @throws RuleBroken unless it is a PNG that can be shown */
async function pictureOf(studio: StudioUnderTest, target?: string): Promise<Picture> {
  const params = target === undefined ? undefined : { target };
  const url = await studio.result('screenshot', params);
  const name = `the picture of ${target ?? 'all'}`;
  must(
    typeof url === 'string' && url.startsWith('data:image/png;base64,'),
    `${name} is no data URL of a PNG`,
  );
  const signature = Buffer.from(url.slice(url.indexOf(',') + 1, url.indexOf(',') + 17), 'base64').subarray(
    0,
    8,
  );
  mustEqual(signature.toString('hex'), '89504e470d0a1a0a', `the first bytes of ${name}`);
  const picture = await studio.inHost<Picture>('picture', url);
  must(picture.width > 0 && picture.height > 0, `${name} is empty`);
  return picture;
}

const PNG = spec('4.8', 'string (PNG data URL)');

export const PICTURE_RULES: readonly Rule[] = [
  {
    id: 'S4.8-screenshot',
    quote: PNG,
    async check(studio) {
      await pictureOf(studio);
    },
  },
  {
    id: 'S4.8-screenshot-document',
    quote: design('`screenshotTargets` strings ("document", "field:<key>", "slide:<n>")'),
    async check(studio, samples) {
      await studio.result('setDocument', { document: JSON.stringify(samples.rich) });
      await pictureOf(studio, 'document');
    },
  },
  {
    id: 'S4.8-screenshot-targets',
    quote: design('`screenshotTargets` strings ("document", "field:<key>", "slide:<n>")'),
    async check(studio, samples) {
      await studio.result('setDocument', { document: JSON.stringify(samples.rich) });
      for (const target of samples.targets) await pictureOf(studio, target);
    },
  },
  {
    id: 'D11-screenshot-current',
    quote: design('A screenshot waits for the render of the current document.'),
    async check(studio, samples) {
      await studio.result('setRenderer', { html: makeColourProbe().html });
      for (const [title, colour] of [
        ['#ff0000', [255, 0, 0, 255]],
        ['#00ff00', [0, 255, 0, 255]],
        ['#0000ff', [0, 0, 255, 255]],
      ] as const) {
        await studio.result('setDocument', { document: samples.document(title) });
        mustEqual(
          (await pictureOf(studio)).middle,
          colour,
          `the colour in the middle of the picture of ${title}`,
        );
      }
    },
  },
  {
    id: 'D11-screenshot-unknown',
    quote: design(
      'codes `unknown_method unknown_op invalid_params stale_version no_match unsupported busy timeout too_large internal`',
    ),
    async check(studio) {
      for (const target of ['nothing', 'field:there_is_none', 'slide:99', 'slide:0', '__proto__', '']) {
        const { code } = await studio.refusal('screenshot', { target });
        must(code === 'invalid_params' || code === 'unsupported', `code of ${target}: ${String(code)}`);
      }
    },
  },
  {
    id: 'D11-screenshot-no-page',
    quote: design(
      'codes `unknown_method unknown_op invalid_params stale_version no_match unsupported busy timeout too_large internal`',
    ),
    // Blank is a picture without anything on it, or no picture; never a picture of what was there before.
    async check(studio, samples) {
      await studio.result('setDocument', { document: samples.document('#ff0000') });
      await studio.result('setRenderer', { html: makeColourProbe().html });
      await pictureOf(studio);
      await studio.result('setRenderer', { html: null });
      const reply = await studio.ask('screenshot');
      if (reply['ok'] !== true) return mustEqual(Object(reply['error'])['code'], 'unsupported', 'the code');
      const { middle } = await studio.inHost<Picture>('picture', reply['result']);
      must(middle.join() !== '255,0,0,255', 'the picture of a blank page shows the page before');
    },
  },
];
