import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

// (module (func (export "answer") (result i32) i32.const 42))
const WASM = 'AGFzbQEAAAABBQFgAAF/AwIBAAcKAQZhbnN3ZXIAAAoGAQQAQSoL';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const FONT = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-vietnamese-standard-normal.woff2',
);

// A tenth of a second of silence: 8,000 samples a second of one byte.
const WAV = wav(Buffer.alloc(800, 128)).toString('base64');

export const FEATURES_AML = 'model Note {\n  text String\n}\n';

/** An app that uses what apps use. */
export const FEATURES: Readonly<Record<string, string>> = {
  'index.html': `<!doctype html>
<html><head><title>features</title>
<link rel="stylesheet" href="style.css">
<script type="importmap">{ "imports": { "mapped": "./lib/module.js" } }</script>
<script>const platform = window.platform; window.sameBridge = platform.version === 1;</script>
<script src="classic.js"></script>
<script type="module" src="features.js"></script>
</head><body><form><input name="name" value="Ada"></form><a href="page.html">next</a></body></html>`,
  'features.js': source('features.js'),
  'style.css': 'body { --from-css: yes; }',
  'classic.js': 'window.classicRan = true;',
  'lib/module.js': "export const fromModule = 'module';",
  'lib/later.js': "export const later = 'later';",
  'work/worker.js':
    "importScripts('helper.js'); fetch('../data.json').then((r) => r.json()).then(({ a }) => postMessage('worked with ' + helper + ' and ' + a));",
  'work/helper.js': "const helper = 'helper';",
  'work/module-worker.js': "import { fromModule } from '../lib/module.js'; postMessage(fromModule);",
  'data.json': '{"a":1}',
  'pixel.png': `data:image/png;base64,${PIXEL}`,
  'art.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>',
  'small.woff2': `data:font/woff2;base64,${readFileSync(FONT).toString('base64')}`,
  'sound.wav': `data:audio/wav;base64,${WAV}`,
  'framed.html': "<!doctype html><script>parent.postMessage('framed', '*')</script>",
  'work/shared.js': "onconnect = ({ ports: [port] }) => port.postMessage('shared');",
  'add.wasm': `data:application/wasm;base64,${WASM}`,
  'page.html': '<!doctype html><h1>Second page</h1><script>window.bridged = typeof platform.submit;</script>',
};

function wav(samples: Buffer): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
