import { readFileSync } from 'node:fs';
import { ApiError } from '../errors.ts';
import { serveCaptureScript } from './capture-script.ts';
import { send, type Exchange } from './exchange.ts';
import { studioFrameHeaders } from './response-headers.ts';

const SCRIPT = readFileSync(new URL('bridge/studio-frame.js', import.meta.url), 'utf8').replace(
  /^export (?=function )/gm,
  '',
);
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Studio</title>
<script src="capture.js"></script>
<script>(() => { 'use strict'; document.currentScript.remove(); ${SCRIPT} installStudioFrame(); })();</script>
</head>
<body></body>
</html>
`;

/**
 * Serves the empty page that a Studio puts a renderer into (design 11), and the script that takes pictures there. It
 * belongs to no app and holds nothing; its policy gives whatever it is filled with an opaque origin.
 * @returns whether the path is one of the two
 */
export function serveStudioFrame(exchange: Exchange, path: string): boolean {
  if (path === '/_studio/capture.js') serveCaptureScript(exchange);
  else if (path !== '/_studio/frame') return false;
  else {
    const { method } = exchange.request;
    if (method !== 'GET' && method !== 'HEAD') {
      throw new ApiError('method_not_allowed', 'Files are read with GET or HEAD.');
    }
    send(exchange, 200, studioFrameHeaders(), PAGE);
  }
  return true;
}
