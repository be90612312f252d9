import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventsOf, type Protocol, type Said, type ScriptedCall } from './stream-events.ts';

/** A request to a model as the upstream received it. */
export interface UpstreamRequest {
  readonly path: string;
  readonly protocol: Protocol;
  readonly authorization: string | undefined;
  readonly body: UpstreamBody;
}

export interface UpstreamBody {
  readonly model?: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: unknown;
    readonly tool_calls?: unknown;
    readonly tool_call_id?: string;
  }[];
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly parameters?: Readonly<Record<string, unknown>> };
  }[];
  readonly tool_choice?: unknown;
  readonly stream?: boolean;
  readonly usage?: unknown;
  readonly max_tokens?: number;
}

/** Answers one request; the answers of a script are used in order, the last one again and again. */
export type Reply = (response: ServerResponse, request: UpstreamRequest) => Promise<void> | void;

export interface Upstream {
  readonly url: string;
  readonly requests: readonly UpstreamRequest[];
  close(): Promise<void>;
}

/** A real HTTP server on loopback that speaks the streaming formats of OpenAI and Anthropic, as the proxy does. */
export async function startUpstream(replies: readonly Reply[]): Promise<Upstream> {
  const requests: UpstreamRequest[] = [];
  const server = createServer((incoming, response) => {
    void handle(incoming, response);
  });
  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    const path = incoming.url ?? '';
    const request: UpstreamRequest = {
      path,
      protocol: path.endsWith('/v1/messages') ? 'anthropic' : 'openai',
      authorization: incoming.headers.authorization,
      body: JSON.parse(text) as UpstreamBody,
    };
    requests.push(request);
    const reply = replies[Math.min(requests.length, replies.length) - 1];
    await reply?.(response, request);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/llm`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A tool call with well-formed arguments. */
export function call(name: string, input: unknown, id?: string): ScriptedCall {
  return { name, args: JSON.stringify(input), ...(id !== undefined && { id }) };
}

/** How the bytes of an answer come. */
export interface Delivery {
  /** Bytes after which the connection ends; all of them unless said. */
  readonly cutAtByte?: number;
  /** Events after which the connection ends. */
  readonly cutAtEvent?: number;
  /** The cut looks like an end in good order, as a proxy may make it; otherwise the connection breaks. */
  readonly clean?: boolean;
  /** Milliseconds before the first byte, and between two writes. */
  readonly firstByteMs?: number;
  readonly betweenMs?: number;
  /** Bytes of one write, wherever that cuts an event; one event each unless said. */
  readonly writeBytes?: number;
  /** Indexes of events that come twice. */
  readonly twice?: readonly number[];
  /** When everything is written the connection stays open until the client leaves. */
  readonly hang?: boolean;
}

export type AnswerOptions = Delivery & Pick<Said, 'finish' | 'usage'>;

/** A streamed answer in the protocol it was asked in: text, calls in pieces, usage, the end. */
export function answer(
  text: string,
  calls: readonly ScriptedCall[] = [],
  { finish, usage, ...delivery }: AnswerOptions = {},
): Reply {
  return async (response, { protocol }) => {
    const said = { text, calls, ...(finish !== undefined && { finish }), ...(usage && { usage }) };
    await deliver(response, eventsOf(protocol, said), delivery);
  };
}

/** An answer whose connection breaks after `events` events; `clean` ends it without an error. */
export function cutAnswer(
  text: string,
  calls: readonly ScriptedCall[],
  events: number,
  clean = false,
): Reply {
  return answer(text, calls, { cutAtEvent: events, clean });
}

/** An answer that stays open after its text until the client leaves. */
export function hangingAnswer(text: string): Reply {
  const said = { text, calls: [] };
  return async (response, { protocol }) => {
    // Without the events that end it.
    const events = eventsOf(protocol, said).slice(0, -3);
    await deliver(response, events, { hang: true });
  };
}

/** A refusal with our envelope. */
export function refusal(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ ok: false, error: { code, message } }));
  };
}

/** Sends events as a stream. */
async function deliver(
  response: ServerResponse,
  events: readonly string[],
  delivery: Delivery,
): Promise<void> {
  const { cutAtByte, cutAtEvent, clean = false, firstByteMs, betweenMs, writeBytes, twice = [] } = delivery;
  if (firstByteMs !== undefined) await sleep(firstByteMs);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const sent = events
    .slice(0, cutAtEvent)
    .flatMap((event, at) => (twice.includes(at) ? [event, event] : [event]));
  const isCut = cutAtEvent !== undefined || cutAtByte !== undefined;
  for (const piece of writes(sent, cutAtByte, writeBytes)) {
    await new Promise<void>((resolve) => response.write(piece, () => resolve()));
    if (betweenMs !== undefined) await sleep(betweenMs);
  }
  if (delivery.hang === true) return;
  if (isCut && !clean) response.destroy();
  else response.end();
}

function writes(
  events: readonly string[],
  cutAtByte: number | undefined,
  writeBytes: number | undefined,
): readonly Uint8Array[] {
  if (cutAtByte === undefined && writeBytes === undefined) return events.map((event) => Buffer.from(event));
  const bytes = Buffer.from(events.join('')).subarray(0, cutAtByte);
  const size = writeBytes ?? Math.max(1, bytes.length);
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}
