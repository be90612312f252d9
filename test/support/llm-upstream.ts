import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it reached the upstream. */
interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export type Reply = (response: ServerResponse, request: SeenRequest) => void | Promise<void>;

/** A provider on loopback that records what it is asked and answers as it is told. */
export interface LlmUpstream {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** Connections that are open now. */
  connections(): Promise<number>;
  /** Resolves when the other side has closed the connection of an unfinished answer. */
  nextClosed(): Promise<void>;
  reply: Reply;
  forget(): void;
  close(): Promise<void>;
}

export async function startLlmUpstream(): Promise<LlmUpstream> {
  const seen: SeenRequest[] = [];
  let onClosed: () => void = () => undefined;
  const upstream = { reply: (response) => void response.end() } as { reply: Reply };
  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    response.on('close', () => {
      if (!response.writableFinished) onClosed();
    });
    const { method = '', url = '', headers, rawHeaders } = incoming;
    const request = { method, url, headers, rawHeaders, body: Buffer.concat(chunks) };
    seen.push(request);
    await upstream.reply(response, request);
  }
  const server = createServer((incoming, response) => {
    // A request that is cut off in its body is a thing that tests do.
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(upstream, {
    url: `http://127.0.0.1:${port}`,
    seen,
    connections: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    nextClosed: () =>
      new Promise<void>((resolve) => {
        onClosed = resolve;
      }),
    forget: () => void (seen.length = 0),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

/** OpenAI's chat-completions stream: a few words, the usage, the end. */
export const OPENAI_STREAM = [
  `data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}\n\n`,
  `data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Grüße 🌱"},"finish_reason":null}]}\n\n`,
  `data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n`,
  `data: {"id":"c1","object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":700,"completion_tokens":300,"total_tokens":1000}}\n\n`,
  'data: [DONE]\n\n',
] as const;

/** Anthropic's messages stream. */
export const ANTHROPIC_STREAM = [
  `event: message_start\ndata: {"type":"message_start","message":{"id":"m1","type":"message","role":"assistant","content":[],"model":"x","usage":{"input_tokens":25,"cache_read_input_tokens":100,"output_tokens":1}}}\n\n`,
  `event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n`,
  `event: ping\ndata: {"type":"ping"}\n\n`,
  `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}\n\n`,
  `event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n`,
  `event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":15}}\n\n`,
  `event: message_stop\ndata: {"type":"message_stop"}\n\n`,
] as const;

/** Answers with events, piece by piece. */
export function streamOf(pieces: readonly string[]): Reply {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const piece of pieces) {
      response.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    response.end();
  };
}

/** Answers with JSON. */
export function jsonOf(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}
