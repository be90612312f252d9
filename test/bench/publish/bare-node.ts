/** The floor: what Node's own HTTP server takes for the same headers and bytes, without any question asked. */
import { createServer } from 'node:http';

const [, , port, body = ''] = process.argv;
const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
  vary: 'Sec-Fetch-Dest, Accept-Encoding',
  'accept-ranges': 'bytes',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  etag: `"${'0'.repeat(64)}"`,
  'content-length': body.length,
};
createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(body, 'latin1');
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
