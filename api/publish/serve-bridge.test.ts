import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEVER, startPublishFixture, type PublishFixture } from '../../test/support/publish-fixture.ts';
import type { PublishServer } from '../../test/support/publish-server.ts';
import type { RecordingPlane } from '../../test/support/recording-plane.ts';
import { ApiError } from '../errors.ts';
import { okAnswer } from '../http/envelope.ts';

let fixture: PublishFixture;
let plane: RecordingPlane;
let server: PublishServer;
let sandbox: PublishServer;
let own: PublishFixture['own'];

beforeAll(async () => {
  fixture = await startPublishFixture();
  ({ plane, server, sandbox, own } = fixture);
});
afterAll(() => fixture.close());

describe('the bridge routes', () => {
  it('ask the data plane as a visitor, in the space of the address', async () => {
    plane.calls.length = 0;
    const json = { 'content-type': 'application/json' };
    await server.get('/a/one/_data?entity=M', json, 'POST', '{"t":"ü"}');
    await server.get('/a/one/_data/query', { ...own, ...json }, 'POST', '{}');
    await server.get('/p/tok/3/_graphql', json, 'POST', '{"query":"{x}"}');
    expect(plane.calls).toMatchObject([
      {
        space: { id: 'one', aml: 'model M { t String }' },
        route: '_data',
        caller: 'anyone',
        body: '{"t":"ü"}',
      },
      { space: { id: 'one' }, route: '_data/query', body: '{}' },
      { space: { id: 'draft1', aml: 'model D { t String }' }, route: '_graphql' },
    ]);
    expect(new URL(plane.calls[0]?.url ?? '').search).toBe('?entity=M');
  });

  it('open to the own origin on sub-hosts, to any in sandbox mode', async () => {
    const expected = {
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': 'content-type, form-browser, form-token, idempotency-key',
      'access-control-max-age': '600',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    };
    const ownOrigin = `http://a-one.localhost:${server.port}`;
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await server.get('/a/one/_data', { origin: 'http://evil.example' }, method);
      expect(headers).toMatchObject({ ...expected, 'access-control-allow-origin': ownOrigin });
      const open = await sandbox.get('/a/one/_data', { origin: 'null' }, method);
      expect(open.headers).toMatchObject({ ...expected, 'access-control-allow-origin': '*' });
    }
    expect((await server.get('/a/one/_data', {}, 'OPTIONS')).status).toBe(204);
  });

  it('let an opaque page in only from browsers that could not take the redirect', async () => {
    const old = await server.get('/a/one/_data', { origin: 'null' });
    expect(old.headers['access-control-allow-origin']).toBe('*');
    const modern = await server.get('/a/one/_data', { origin: 'null', 'sec-fetch-site': 'cross-site' });
    expect(modern.headers['access-control-allow-origin']).toBe(`http://a-one.localhost:${server.port}`);
  });

  it('pass on no cookie and no foreign CORS', async () => {
    plane.says = () => ({
      ...okAnswer({}, 201),
      headers: {
        'Set-Cookie': 'a=b',
        'access-control-allow-credentials': 'true',
        'access-control-allow-origin': 'http://evil.example',
        'x-mine': '1',
      },
    });
    const { status, headers } = await server.get('/a/one/_data');
    plane.says = () => okAnswer({});
    expect(status).toBe(201);
    for (const name of NEVER) expect(headers[name]).toBeUndefined();
    expect(headers['access-control-allow-origin']).not.toContain('evil');
    expect(headers['x-mine']).toBe('1');
  });

  it('keep their headers when the data plane fails, and hide what broke', async () => {
    plane.says = () => {
      throw new ApiError('invalid_record', 'Not stored.', { diagnostics: [{ code: 'x', message: 'y' }] });
    };
    const known = await sandbox.get('/a/one/_data');
    plane.says = () => {
      throw new Error('SELECT secret');
    };
    const unknown = await sandbox.get('/a/one/_data');
    plane.says = () => okAnswer({});
    expect(known.status).toBe(422);
    expect(known.json).toMatchObject({ error: { code: 'invalid_record' }, diagnostics: [{ code: 'x' }] });
    expect(unknown.status).toBe(500);
    expect(unknown.text).not.toContain('SELECT');
    for (const { headers } of [known, unknown]) expect(headers['access-control-allow-origin']).toBe('*');
  });
});
