import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A chat-completions request as the upstream received it. */
export interface UpstreamRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: UpstreamBody;
}

export interface UpstreamBody {
  readonly messages: readonly {
    readonly role: string;
    readonly content: unknown;
    readonly tool_calls?: unknown;
    readonly tool_call_id?: string;
  }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly tool_choice?: unknown;
  readonly stream?: boolean;
}

/** Answers one request; the answers of a script are used in order, the last one again and again. */
export type Reply = (response: ServerResponse, request: UpstreamRequest) => Promise<void> | void;

export interface Upstream {
  readonly url: string;
  readonly requests: readonly UpstreamRequest[];
  close(): Promise<void>;
}

/** A real HTTP server on loopback that speaks OpenAI's streaming format, as the proxy does. */
export async function startUpstream(replies: readonly Reply[]): Promise<Upstream> {
  const requests: UpstreamRequest[] = [];
  const server = createServer((incoming, response) => {
    void handle(incoming, response);
  });
  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    const request: UpstreamRequest = {
      path: incoming.url ?? '',
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

export interface ScriptedCall {
  readonly name: string;
  /** Sent as it is, so that it may be broken. */
  readonly args: string;
}

/** A tool call with well-formed arguments. */
export function call(name: string, input: unknown): ScriptedCall {
  return { name, args: JSON.stringify(input) };
}

/** A whole streamed answer: text, calls in pieces, usage, the end. */
export function answer(text: string, calls: readonly ScriptedCall[] = []): Reply {
  return async (response) => {
    begin(response);
    for (const delta of deltas(text, calls)) await write(response, chunk(delta, null));
    await write(response, chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'));
    await write(response, {
      choices: [],
      usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
    });
    response.end('data: [DONE]\n\n');
  };
}

/** An answer whose connection breaks after `pieces` pieces; `clean` ends it without an error, as a proxy may. */
export function cutAnswer(
  text: string,
  calls: readonly ScriptedCall[],
  pieces: number,
  clean = false,
): Reply {
  return async (response) => {
    begin(response);
    for (const delta of deltas(text, calls).slice(0, pieces)) await write(response, chunk(delta, null));
    if (clean) response.end();
    else response.destroy();
  };
}

/** An answer that stays open after its text until the client leaves. */
export function hangingAnswer(text: string, onOpen: () => void): Reply {
  return async (response) => {
    begin(response);
    for (const delta of deltas(text, [])) await write(response, chunk(delta, null));
    onOpen();
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

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
}

function deltas(text: string, calls: readonly ScriptedCall[]): readonly Record<string, unknown>[] {
  const words = text.match(/\S+\s*/g) ?? [];
  return [
    { role: 'assistant', content: '' },
    ...words.map((content) => ({ content })),
    ...calls.flatMap(({ name, args }, index) => [
      {
        tool_calls: [
          { index, id: `call_${crypto.randomUUID()}`, type: 'function', function: { name, arguments: '' } },
        ],
      },
      ...(args.match(/[\s\S]{1,24}/g) ?? []).map((piece) => ({
        tool_calls: [{ index, function: { arguments: piece } }],
      })),
    ]),
  ];
}

function chunk(delta: Record<string, unknown>, finish: string | null): unknown {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'fake',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

function write(response: ServerResponse, event: unknown): Promise<void> {
  return new Promise((resolve) => response.write(`data: ${JSON.stringify(event)}\n\n`, () => resolve()));
}
