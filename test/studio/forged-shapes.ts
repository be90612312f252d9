/**
 * Messages that are no requests of the protocol, or bad ones, as functions of the browser: much of what can cross cannot be
 * written down as JSON. Runs in the page of a host; nothing here may change a Studio's document.
 */
export function postForged(post: (data: unknown, transfer?: Transferable[]) => void): number {
  let sent = 0;
  const send = (data: unknown, transfer: Transferable[] = []): void => {
    sent += 1;
    post(data, transfer);
  };
  const request = (more: object = {}): Record<string, unknown> => {
    const id = `forged-${sent}`;
    const params = { html: null };
    return { source: 'platform-studio', kind: 'request', id, method: 'setRenderer', params, ...more };
  };
  const deep = (levels: number): unknown => {
    let value: unknown = 'x';
    for (let level = 0; level < levels; level += 1) value = [value];
    return value;
  };
  const cyclic: Record<string, unknown> = { title: 'x' };
  cyclic['self'] = cyclic;

  // Another source value, however near.
  const sources = [
    '',
    'platform',
    'Platform-Studio',
    'platform-studio ',
    'platform-studio\0',
    'platform-form',
  ];
  for (const source of [...sources, null, undefined, 1, true, ['platform-studio'], { 0: 'platform-studio' }])
    send(request({ source }));
  // No message at all.
  for (const data of [
    null,
    undefined,
    0,
    1n,
    '',
    'platform-studio',
    true,
    [],
    [request()],
    JSON.stringify(request()),
  ])
    send(data);
  // What else can be cloned: none of it is a plain object with these members of its own.
  const bytes = new TextEncoder().encode(JSON.stringify(request()));
  for (const data of [
    new Map(Object.entries(request())),
    new Set(Object.values(request())),
    new Date(),
    /platform-studio/,
    new Error('platform-studio'),
    new Blob([bytes]),
    new File([bytes], 'platform-studio'),
    bytes,
    new Float64Array(8),
    bytes.buffer.slice(0),
    new DataView(new ArrayBuffer(8)),
    new ImageData(1, 1),
    Object(Symbol.iterator.description),
    Object(1),
    new DOMRect(),
  ])
    send(data);
  // Ports, buffers and streams that are handed over along with nothing, or with a message of another source.
  for (let at = 0; at < 5; at += 1) {
    const { port1 } = new MessageChannel();
    send({ source: 'other', port: port1 }, [port1]);
    const buffer = new ArrayBuffer(1024);
    send(buffer, [buffer]);
    const stream = new ReadableStream();
    send(stream, [stream]);
  }
  // Members that are missing, or of another type.
  for (const member of ['kind', 'id', 'method'])
    for (const value of [undefined, null, 0, true, {}, [], [request()[member]], new Date(), new Map(), ''])
      if (!(member === 'method' && value === '')) send(request({ [member]: value }));
  for (const kind of ['Request', 'response', 'event', 'requests', '__proto__']) send(request({ kind }));
  for (const length of [201, 1_000, 1_000_000]) send(request({ id: 'x'.repeat(length) }));
  // Names of the prototype, as members and as names of methods and operations.
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then'];
  for (const name of names) {
    const own = JSON.parse(`{"${name}":${JSON.stringify(request())}}`) as object;
    send(own);
    send(request({ method: name }));
    send(request({ method: 'invoke', params: { op: name } }));
    send(request({ method: 'setDocument', params: own }));
    send(request({ method: 'applyEdit', params: { patch: own } }));
    send(request({ method: 'setRenderer', params: own }));
    send(request({ method: 'invoke', params: { op: 'addField', params: own } }));
  }
  // Requests of the right form whose parameters are not.
  const odd = [
    undefined,
    null,
    0,
    1n,
    'x',
    true,
    [],
    ['x'],
    {},
    new Date(),
    new Map([['html', null]]),
    bytes,
    new Blob(['x']),
  ];
  for (const params of odd) {
    for (const method of ['setDocument', 'applyEdit', 'invoke', 'setRenderer'])
      send(request({ method, params }));
    send(request({ method: 'setDocument', params: { document: params === 'x' ? 1 : params } }));
    send(request({ method: 'invoke', params: { op: params } }));
    send(request({ method: 'applyEdit', params: { patch: params } }));
    send(request({ method: 'invoke', params: { op: 'removeField', params } }));
  }
  // For no version that there is.
  for (const baseVersion of [-1, 1, 0.5, NaN, Infinity, '0', [], {}, true, 1n, 2 ** 53, new Date()])
    send(request({ baseVersion }));
  for (const schemaVersion of [-1, 2, 0.5, NaN, '1', null, [], 2 ** 53])
    send(request({ method: 'setDocument', params: { document: '{}', schemaVersion } }));
  // Too large, too deep, and in circles.
  for (const size of [1_000_001, 3_000_000, 50_000_000])
    send(request({ method: 'setDocument', params: { document: 'x'.repeat(size) } }));
  send(request({ params: { html: 'x'.repeat(2_000_001) } }));
  send(request({ method: 'x'.repeat(1_000_000), params: null }));
  send(request({ method: 'invoke', params: { op: 'x'.repeat(1_000_000) } }));
  // Deeper ones no browser sends: its own copying ends there.
  for (const levels of [10, 100, 500]) {
    send(deep(levels));
    send(request({ method: 'setDocument', params: { document: deep(levels) } }));
    send(request({ method: 'applyEdit', params: { patch: deep(levels) } }));
    send(request({ params: deep(levels) }));
  }
  send(cyclic);
  for (const method of ['setDocument', 'applyEdit', 'invoke']) send(request({ method, params: cyclic }));
  send(request({ method: 'invoke', params: { op: cyclic } }));
  return sent;
}
