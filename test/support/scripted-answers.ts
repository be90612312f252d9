import type { ServerResponse } from 'node:http';
import type { Reply } from './llm-upstream.ts';

/** One event of OpenAI's chat-completions stream. */
function chunk(delta: object, finish: string | null = null): string {
  const body = {
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'fake',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
  return `data: ${JSON.stringify(body)}\n\n`;
}

const END = `data: ${JSON.stringify({
  id: 'c1',
  choices: [],
  usage: { prompt_tokens: 700, completion_tokens: 300, total_tokens: 1000 },
})}\n\ndata: [DONE]\n\n`;

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
}

/** An answer of words alone. @param pace milliseconds between two pieces, and characters of a piece */
export function says(
  text: string,
  pace: { readonly ms: number; readonly characters: number } | null = null,
): Reply {
  return async (response) => {
    begin(response);
    await inPieces(response, text, pace ?? { ms: 0, characters: text.length }, (content) =>
      chunk({ content }),
    );
    response.end(chunk({}, 'stop') + END);
  };
}

/** Writes a text piece by piece until the other side leaves. */
async function inPieces(
  response: ServerResponse,
  text: string,
  { ms, characters }: { readonly ms: number; readonly characters: number },
  eventOf: (piece: string) => string,
): Promise<void> {
  const start = Date.now();
  for (let at = 0, piece = 0; at < text.length; at += characters, piece += 1) {
    // By the clock and not by the count of timers: a slow machine then gets larger pieces instead of a slower stream.
    const due = start + piece * ms;
    if (Date.now() < due) await new Promise((resolve) => setTimeout(resolve, due - Date.now()));
    if (response.destroyed) return;
    response.write(eventOf(text.slice(at, at + characters)));
  }
}

/** An answer that calls tools. */
export function calls(...made: readonly { readonly name: string; readonly input: object }[]): Reply {
  return (response) => {
    begin(response);
    made.forEach(({ name, input }, index) => {
      const call = { index, id: `call_${name}_${index}_${Date.now()}`, type: 'function' };
      response.write(
        chunk({ tool_calls: [{ ...call, function: { name, arguments: JSON.stringify(input) } }] }),
      );
    });
    response.end(chunk({}, 'tool_calls') + END);
  };
}

/** An answer that calls one tool, its arguments piece by piece as models write them. */
export function callsSlowly(
  name: string,
  input: object,
  pace: { readonly ms: number; readonly characters: number },
): Reply {
  return async (response) => {
    begin(response);
    const call = { index: 0, id: `call_${name}_${Date.now()}`, type: 'function' };
    response.write(chunk({ tool_calls: [{ ...call, function: { name, arguments: '' } }] }));
    await inPieces(response, JSON.stringify(input), pace, (piece) =>
      chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
    );
    response.end(chunk({}, 'tool_calls') + END);
  };
}

/** An answer that begins and then waits until it is let go. */
export function holds(text: string, until: Promise<void>): Reply {
  return async (response) => {
    begin(response);
    response.write(chunk({ content: text }));
    await until;
    if (!response.destroyed) response.end(chunk({}, 'stop') + END);
  };
}

/** Answers one after the other, the last one again and again. */
export function inTurn(...replies: readonly Reply[]): Reply {
  let next = 0;
  return (response, request) => {
    const reply = replies[Math.min(next, replies.length - 1)];
    next += 1;
    return reply?.(response, request);
  };
}

/** An answer that begins a tool call, with the first letters of its arguments, and then waits until it is let go. */
export function holdsCall(name: string, begun: string, until: Promise<void>): Reply {
  return async (response) => {
    begin(response);
    const call = { index: 0, id: `call_${name}`, type: 'function', function: { name, arguments: begun } };
    response.write(chunk({ tool_calls: [call] }));
    await until;
    if (!response.destroyed) response.end(chunk({}, 'tool_calls') + END);
  };
}
