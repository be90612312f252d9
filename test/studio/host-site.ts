import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of somebody else's, whose one page embeds Studios by the SDK. */
export interface HostSite {
  readonly origin: string;
  /** Address of the page. @param sandbox of the frames; null for none */
  page(options: { readonly kinds: readonly string[]; readonly sandbox?: string }): string;
  /** Address of a page on the Studio's own site that sends each message back as it came. */
  readonly echo: string;
  close(): Promise<void>;
}

const ECHO = `<!doctype html><html lang="en"><title>Echo</title>
<script>addEventListener('message', ({ data, source }) => source.postMessage(data, '*'));</script>`;

/**
 * @param baseUrl tells where the Studio is; asked at each visit, for the site's own origin must be known before
 * @param name of the host: as localhost it is another origin of the Studio's site, for a site has all ports of its name;
 * as 127.0.0.1 it is another site
 */
export async function startHostSite(
  baseUrl: () => string,
  name: 'localhost' | '127.0.0.1' = 'localhost',
): Promise<HostSite> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    const kinds = searchParams.get('kinds')?.split(',') ?? [];
    const sandbox = searchParams.get('sandbox');
    const frames = kinds.map(
      (kind, index) =>
        `<iframe id="s${index}" title="Studio ${index}" src="${baseUrl()}/embed/${kind}"${sandbox === null ? '' : ` sandbox="${sandbox}"`}></iframe>`,
    );
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    if (pathname === '/echo') return void response.end(ECHO);
    response.end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>
<link rel="icon" href="data:,">
<style>body { margin: 0; display: flex; height: 100vh; } iframe { border: 0; flex: 1; min-width: 0; }</style></head>
<body>${frames.join('')}
<script type="module">
import { createStudio, StudioCallError } from '${baseUrl()}/studio-sdk.js';
window.StudioCallError = StudioCallError;
window.messages = [];
addEventListener('message', ({ data, origin }) => messages.push({ data, origin }));
window.studios = [...document.querySelectorAll('iframe')].map((frame) => createStudio(frame));
</script></body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://${name}:${port}`;
  return {
    origin,
    echo: `http://localhost:${port}/echo`,
    page({ kinds, sandbox }) {
      const query = new URLSearchParams({
        kinds: kinds.join(','),
        ...(sandbox === undefined ? {} : { sandbox }),
      });
      return `${origin}/?${query.toString()}`;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
