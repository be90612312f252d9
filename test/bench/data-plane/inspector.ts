/** A debugger's view of a server in another process. */
export interface Inspector {
  /** The heap in MB that is still used after garbage was collected. */
  heapMb(): Promise<number>;
  close(): void;
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
}

/** Connects to a process that was started with `--inspect=127.0.0.1:port`. */
export async function openInspector(port: number): Promise<Inspector> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as readonly {
    readonly webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('The process cannot be inspected.')));
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message.result);
  });
  let last = 0;
  const call = (method: string): Promise<unknown> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      socket.send(JSON.stringify({ id: last, method }));
    });
  return {
    async heapMb() {
      await call('HeapProfiler.collectGarbage');
      await call('HeapProfiler.collectGarbage');
      const { usedSize } = (await call('Runtime.getHeapUsage')) as { readonly usedSize: number };
      return usedSize / 1024 / 1024;
    },
    close: () => socket.close(),
  };
}
