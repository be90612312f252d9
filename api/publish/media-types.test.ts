import { describe, expect, it } from 'vitest';
import { mediaTypeOf } from './media-types.ts';

const WEB =
  'html css js mjs json map svg png jpg jpeg gif webp avif ico woff woff2 ttf otf txt md xml pdf mp3 mp4 webm ogg wav wasm csv webmanifest';

describe('media types', () => {
  it.each(WEB.split(' '))('%s is known', (extension) => {
    expect(mediaTypeOf(`a/b.${extension}`).role).not.toBe('unknown');
    expect(mediaTypeOf(`a/B.${extension.toUpperCase()}`)).toEqual(mediaTypeOf(`x.${extension}`));
  });

  it.each([
    'x',
    'x.',
    'x.exe',
    'x.xhtml',
    'x.shtml',
    'x.mht',
    'x.swf',
    'x.html.bin',
    '.html/x',
    'x.constructor',
    'x.__proto__',
  ])('%s is a download', (path) =>
    expect(mediaTypeOf(path)).toMatchObject({ role: 'unknown', type: 'application/octet-stream' }),
  );

  it('knows what can hold script', () => {
    expect(['html', 'htm'].map((e) => mediaTypeOf(`x.${e}`).role)).toEqual(['html', 'html']);
    expect(['svg', 'xml', 'pdf'].map((e) => mediaTypeOf(`x.${e}`).role)).toEqual([
      'active',
      'active',
      'active',
    ]);
    for (const { role, type } of WEB.split(' ').map((e) => mediaTypeOf(`x.${e}`))) {
      if (/html|xml|pdf/.test(type)) expect(role).not.toBe('passive');
    }
  });
});
