import { startPublishServer, type PublishServer } from './publish-server.ts';
import { RecordingPlane } from './recording-plane.ts';

export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const PAGE = '<!doctype html>\n<html><head><title>One</title></head><body>One</body></html>';
export const SCRIPT = `export const text = ${JSON.stringify('x'.repeat(3_000))};\n`;
export const FILES = {
  'index.html': PAGE,
  'docs/index.html': '<p>Docs',
  'app.js': SCRIPT,
  'small.json': '{"a":1}',
  'pixel.png': `data:image/png;base64,${PIXEL}`,
  'clip.mp4': `data:video/mp4;base64,${Buffer.from('0123456789').toString('base64')}`,
  'art.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'feed.xml': '<feed/>',
  'paper.pdf': 'data:application/pdf;base64,JVBERi0=',
  'tool.exe': 'MZ',
  'old.html': 'data:text/html;charset=windows-1252;base64,PHA+6Q==',
  'notes/a b é.txt': 'hello',
};

/** What a browser sends when a person opens a page. */
export const DOCUMENT = { 'sec-fetch-dest': 'document', accept: 'text/html' };
/** Headers that this origin never sends (design 7). */
export const NEVER = ['set-cookie', 'service-worker-allowed', 'access-control-allow-credentials'];

export interface PublishFixture {
  readonly plane: RecordingPlane;
  /** In sub-host mode. */
  readonly server: PublishServer;
  readonly sandbox: PublishServer;
  /** Host of the app `one`. */
  readonly own: Readonly<Record<string, string>>;
  close(): Promise<unknown>;
}

/** Both modes over the same sites: apps `one` and `Two`, the removed app `past`, revision 3 of the draft `tok`. */
export async function startPublishFixture(): Promise<PublishFixture> {
  const plane = new RecordingPlane();
  const server = await startPublishServer(plane);
  const sandbox = await startPublishServer(plane, 'sandbox');
  for (const { sites } of [server, sandbox]) {
    sites.publish('one', FILES, 'model M { t String }');
    sites.publish('Two', { 'index.html': PAGE, '404.html': '<p>Lost' });
    sites.remove('past');
    sites.saveDraft('tok', 3, 'draft1', FILES, 'model D { t String }');
  }
  const own = { host: `a-one.localhost:${server.port}` };
  return { plane, server, sandbox, own, close: () => Promise.all([server.close(), sandbox.close()]) };
}
