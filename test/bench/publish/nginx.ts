import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { get } from './rate.ts';

export interface Nginx {
  /** Of the one worker. */
  readonly pid: number;
  readonly version: string;
  stop(): Promise<void>;
}

const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'];

/** nginx with one worker over the given files, gzipped ahead of time as ours are; null where it is not installed. */
export async function startNginx(
  port: number,
  files: Readonly<Record<string, string>>,
): Promise<Nginx | null> {
  const found = NGINX.flatMap((path) => versionOf(path)).at(0);
  if (!found) return null;
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'));
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(join(folder, path), text);
    writeFileSync(join(folder, `${path}.gz`), gzipSync(text, { level: 7 }));
  }
  writeFileSync(join(folder, 'nginx.conf'), configuration(port, folder));
  const child = spawn(found.path, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' });
  await untilUp(port);
  const { pid = 0 } = child;
  return {
    pid: Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]),
    version: found.version,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a careful installation has: sendfile, an open-file cache, ready-made gzip, the same headers that matter. */
function configuration(port: number, folder: string): string {
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; user root;
events { worker_connections 512; }
http {
  types { text/html html; text/javascript js; }
  access_log off; sendfile on; tcp_nopush on; gzip_static on; keepalive_requests 10000000;
  open_file_cache max=1000 inactive=60s; open_file_cache_valid 30s;
  client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
  uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  server { listen 127.0.0.1:${port}; root ${folder};
    add_header cache-control no-cache; add_header x-content-type-options nosniff;
    add_header access-control-allow-origin '*'; add_header cross-origin-resource-policy cross-origin; }
}
`;
}

function versionOf(path: string): readonly { readonly path: string; readonly version: string }[] {
  try {
    // It prints to stderr; -V exits with 0.
    execFileSync(path, ['-t', '-q', '-c', '/dev/null'], { stdio: 'ignore' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  }
  return [{ path, version: execFileSync('sh', ['-c', `${path} -v 2>&1`], { encoding: 'utf8' }).trim() }];
}

async function untilUp(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      await get({ port, path: '/app.js' });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('nginx did not start.');
}
