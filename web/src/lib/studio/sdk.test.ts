import { KINDS } from '@platform/api/content/kinds.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HostChannel } from './host-channel.ts';
import { SOURCE } from './protocol.ts';
import { createStudio, StudioCallError, type StudioHandle, type StudioOptions } from './sdk.ts';
import { Studio } from './studio.ts';
import { HOST_ORIGIN, STUDIO_ORIGIN, Wire } from './testing/wire.ts';

const CALLS = Number(process.env['STUDIO_CALLS'] ?? 1_500);

/** The same numbers in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

interface Stage {
  readonly wire: Wire;
  readonly studio: Studio;
  /** Another load of the Studio's page in the same frame. */
  load(instance: string, origins?: readonly string[]): Studio;
  connect(options?: StudioOptions): StudioHandle;
}

const frames: { close(): void }[] = [];

function stage(kind: keyof typeof KINDS = 'form'): Stage {
  const wire = new Wire();
  const host = wire.window('host');
  vi.stubGlobal('addEventListener', host.addEventListener);
  vi.stubGlobal('removeEventListener', host.removeEventListener);
  let current: HostChannel | null = null;
  const load = (instance: string, origins: readonly string[] = [HOST_ORIGIN]): Studio => {
    current?.close();
    const self = wire.window('studio');
    const channel = new HostChannel({
      self,
      host: wire.host as Window,
      hostOrigin: HOST_ORIGIN,
      origins,
      instance,
    });
    const view = { screenshot: async () => 'data:image/png;base64,AA', show: () => {} };
    const studio = new Studio(KINDS[kind], view, channel.emit);
    channel.open(studio);
    frames.push(channel);
    current = channel;
    return studio;
  };
  const frame = {
    src: `${STUDIO_ORIGIN}/embed/${kind}`,
    contentWindow: wire.studio,
    hasAttribute: () => false,
  } as unknown as HTMLIFrameElement;
  const connect = (options?: StudioOptions): StudioHandle => createStudio(frame, options);
  return { wire, studio: load('first'), load, connect };
}

const codeOf = (thrown: unknown): unknown => (thrown instanceof StudioCallError ? thrown.code : thrown);
const failing = (call: Promise<unknown>): Promise<unknown> => call.then(() => 'no failure', codeOf);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const frame of frames.splice(0)) frame.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets time pass until the call has ended. */
async function passing<T>(call: Promise<T>): Promise<T> {
  const state = { ended: false };
  const end = (): void => void (state.ended = true);
  call.then(end, end);
  while (!state.ended) await vi.advanceTimersByTimeAsync(50);
  return call;
}

describe('a host', () => {
  it('drives a Studio by promises', async () => {
    const { connect } = stage();
    const handle = connect();
    const events: unknown[] = [];
    handle.on('change', (payload, version) => events.push([payload, version]));
    await passing(handle.ready());
    expect(await passing(handle.invoke('fieldCount'))).toBe(1);
    const { version } = await passing(handle.getState());
    const done = await passing(handle.applyEdit('Untitled', 'My', { baseVersion: version }));
    expect(done).toEqual({ ok: true, diagnostics: [], version: 1, matches: 1 });
    expect(events).toEqual([[{ version: 1, by: 'host', valid: true }, 1]]);
    const stale = handle.setRenderer(null, { baseVersion: version });
    const refused = await passing(stale.catch((error: unknown) => error));
    expect(refused).toMatchObject({ code: 'stale_version', details: { currentVersion: 1 } });
    expect(await passing(handle.screenshot())).toMatch(/^data:image\/png/);
    expect(await passing(handle.setDocument('{', { schemaVersion: 0 }))).toMatchObject({
      ok: false,
      version: 2,
    });
  });

  it('hears `ready` however late it listens, and an answer however early it asks', async () => {
    const { connect, load } = stage();
    await vi.advanceTimersByTimeAsync(10_000);
    const handle = connect();
    const ready = vi.fn();
    handle.on('ready', ready);
    await passing(handle.getDocument());
    await vi.advanceTimersByTimeAsync(10);
    expect(ready).toHaveBeenCalledOnce();
    // A frame that is not there yet when the host asks.
    const late = stage();
    late.load('none', []);
    await vi.advanceTimersByTimeAsync(10);
    const early = late.connect().getState();
    await vi.advanceTimersByTimeAsync(3_000);
    late.load('second');
    expect((await passing(early)).version).toBe(0);
    load('third');
  });

  it('is told when time is up, when it gives up, and when the frame was loaded anew', async () => {
    const { wire, connect, load } = stage();
    const handle = connect({ timeout: 700 });
    await passing(handle.ready());
    await vi.advanceTimersByTimeAsync(10);
    wire.fate = () => [];
    expect(await passing(failing(handle.getState()))).toBe('timeout');
    const giveUp = new AbortController();
    const given = handle.getState({ signal: giveUp.signal });
    giveUp.abort('enough');
    expect(await passing(failing(given))).toBe('enough');
    const lost = handle.setRenderer(null);
    wire.fate = () => [0];
    load('second');
    expect(await passing(failing(lost))).toBe('reloaded');
    const waiting = handle.getState();
    handle.destroy();
    expect(await passing(failing(waiting))).toBe('destroyed');
    expect(await passing(failing(handle.getState()))).toBe('destroyed');
  });

  it('may hand over what cannot be cloned', async () => {
    const { connect } = stage();
    const field = new Proxy({ type: 'text', key: 'a', label: 'A' }, {});
    expect(await passing(connect().invoke('addField', { field }))).toMatchObject({ ok: true });
  });
});

describe('a bad line', () => {
  it('loses no answer and does nothing twice: lost, doubled and late messages', async () => {
    const { wire, studio, connect } = stage();
    const next = random(7);
    wire.fate = () => {
      const times = next() < 0.2 ? 0 : next() < 0.2 ? 2 : 1;
      return Array.from({ length: times }, () => Math.floor(next() * 60));
    };
    const handle = connect({ timeout: 60_000 });
    await passing(handle.setDocument('{"title":"t","fields":[]}'));
    const keys: string[] = [];
    for (let at = 0; at < CALLS; at += 50) {
      const batch = Array.from({ length: 50 }, (_, i) => {
        const kind = next();
        if (kind < 0.3) return handle.getState();
        if (kind < 0.5) return handle.invoke('fieldCount');
        const key = `k${at + i}`;
        keys.push(key);
        // Fields come and go, so that the form stays within what it may have.
        return handle
          .invoke('addField', { field: { type: 'text', key, label: key } })
          .then(() => (keys.length > 100 ? handle.invoke('removeField', { key }) : null));
      });
      await passing(Promise.all(batch));
    }
    const added = keys.length;
    const removed = added - JSON.parse(studio.content.text).fields.length;
    expect(studio.content.version).toBe(1 + added + removed);
    const left = JSON.parse(studio.content.text).fields.map(({ key }: { key: string }) => key) as string[];
    expect(new Set(left).size).toBe(left.length);
  });

  it('has one winner for each version, however many hosts ask for it', async () => {
    const { wire, studio, connect } = stage();
    const next = random(11);
    wire.fate = () => Array.from({ length: next() < 0.3 ? 2 : 1 }, () => Math.floor(next() * 40));
    const hosts = [connect(), connect(), connect()];
    for (let version = 0; version < 60; version += 1) {
      const tries = await passing(
        Promise.all(
          hosts.map((host, i) =>
            failing(host.setDocument(`{"title":"${i}","fields":[]}`, { baseVersion: version })),
          ),
        ),
      );
      expect([...tries].sort()).toEqual(['no failure', 'stale_version', 'stale_version']);
    }
    expect(studio.content.version).toBe(60);
  });
});

describe('strangers', () => {
  it('change nothing and hear nothing: 200 forged and malformed messages', async () => {
    const { wire, studio } = stage();
    const answers = vi.fn();
    wire.window('host').addEventListener('message', answers);
    const request = {
      source: SOURCE,
      kind: 'request',
      id: 'x',
      method: 'setRenderer',
      params: { html: null },
    };
    const cyclic: Record<string, unknown> = { ...request };
    cyclic['kind'] = cyclic;
    const shapes: readonly unknown[] = [
      ...[null, undefined, 0, '', 'platform-studio', [], [request], new Date(), new Map(), cyclic],
      ...['source', 'kind', 'id', 'method'].flatMap((member) =>
        [undefined, null, 1, {}, [], 'x'.repeat(1_000)].map((value) => ({ ...request, [member]: value })),
      ),
      JSON.stringify(request),
      JSON.parse(`{"__proto__":${JSON.stringify(request)}}`),
      Object.create(request),
      { ...request, source: 'Platform-Studio' },
      { ...request, source: ['platform-studio'] },
      { ...request, id: 'x'.repeat(1_000_000) },
    ].filter((shape) => (shape as typeof request | null)?.method !== 'x'.repeat(1_000));
    let sent = 0;
    for (const data of shapes) {
      wire.forge('studio', { source: wire.host, origin: HOST_ORIGIN, data });
      sent += 1;
    }
    for (const [source, origin] of [
      [wire.host, 'https://evil.example'],
      [wire.host, 'null'],
      [wire.host, ''],
      [wire.host, `${HOST_ORIGIN}.evil.example`],
      [wire.host, HOST_ORIGIN.toUpperCase()],
      [wire.host, 'http://host.example'],
      [wire.host, `${HOST_ORIGIN}:8443`],
      [wire.studio, STUDIO_ORIGIN],
      [wire.studio, HOST_ORIGIN],
      [null, HOST_ORIGIN],
      [{}, HOST_ORIGIN],
    ] as const) {
      for (const id of Array.from({ length: 15 }, (_, i) => `f${i}`)) {
        wire.forge('studio', { source, origin, data: { ...request, id } });
        sent += 1;
      }
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toBeGreaterThan(200);
    expect(studio.content.version).toBe(0);
    // The first `ready` of the page is all that was heard.
    expect(answers.mock.calls.map(([{ data }]) => data.event)).toEqual(['ready']);
  });

  it('cannot take the place of the host that came first', async () => {
    const { wire, load, connect } = stage();
    const studio = load('both', [HOST_ORIGIN, 'https://other.example']);
    await vi.advanceTimersByTimeAsync(10);
    await passing(connect().ready());
    const data = { source: SOURCE, kind: 'request', id: 'x', method: 'setRenderer', params: { html: null } };
    wire.forge('studio', { source: wire.host, origin: 'https://other.example', data });
    await vi.advanceTimersByTimeAsync(100);
    expect(studio.content.version).toBe(0);
  });
});
