import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import { WireReader, type WireMessage } from './wire-messages.ts';
import { WireTurns } from './wire-turns.ts';

export interface WireServer {
  /** Refuses new connections and ends the open ones. */
  close(): Promise<void>;
}

/** Serves PGlite to ordinary Postgres drivers over a Unix socket. */
export async function serveWire(db: PGlite, socketPath: string): Promise<WireServer> {
  const turns = new WireTurns(db);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveConnection(socket, turns);
  });
  server.listen(socketPath);
  await once(server, 'listening');
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function serveConnection(socket: Socket, turns: WireTurns): void {
  const reader = new WireReader();
  let group: Uint8Array[] = [];

  const play = (messages: readonly Uint8Array[]): void => {
    turns
      // Copied: the bytes are a view of the database's memory, which the next answer overwrites, and a full socket
      // keeps them for later.
      .take(socket, messages, (data) => void socket.write(Buffer.from(data)))
      // The session's state is unknown now: the driver must connect again.
      .catch(() => socket.destroy());
  };
  const handle = ({ kind, bytes }: WireMessage): void => {
    switch (kind) {
      case 'encryption-request':
        socket.write('N');
        break;
      case 'cancel':
      case 'terminate':
        socket.end();
        break;
      case 'startup':
        play([bytes]);
        break;
      case 'part':
        group.push(bytes);
        break;
      case 'end':
        play([...group, bytes]);
        group = [];
        break;
    }
  };
  socket.on('data', (chunk: Buffer) => reader.read(chunk).forEach(handle));
  socket.on('error', () => socket.destroy());
  socket.once('close', () => void turns.leave(socket));
}
