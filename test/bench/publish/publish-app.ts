import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Registers somebody at a server whose mails go to its folder, and publishes an app; answers with its id. */
export async function publishApp(
  port: number,
  dataDir: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const post = async <Answer>(path: string, body: object, token = ''): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const email = 'bench@example.org';
  await post('/api/auth/register', { email, password: 'correct horse battery', name: 'Bench' });
  const outbox = join(dataDir, 'outbox');
  const mail = readdirSync(outbox)
    .map((file) => readFileSync(join(outbox, file), 'utf8').replaceAll('=\n', '').replaceAll('=3D', '='))
    .join('');
  const verify = /verify\?token=([\w-]+)/.exec(mail)?.[1] ?? '';
  const { token } = await post<{ token: string }>('/api/auth/verify', { token: verify });
  const { app } = await post<{ app: { id: string } }>('/api/market', { name: 'Clock', files }, token);
  return app.id;
}
