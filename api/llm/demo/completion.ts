import { newId } from '../../ids.ts';
import type { Move } from './move.ts';
import { CHARACTERS_PER_TOKEN, inPieces, type Piece } from './pace.ts';
import { DEMO_MODEL, type DemoRequest } from './request.ts';

/** A tool call of a chat-completions answer. */
interface WireCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { name: string; arguments: string };
}

/** The parts of an answer that stay the same in all its chunks. */
export interface Completion {
  readonly id: string;
  readonly created: number;
  readonly callIds: readonly string[];
  readonly promptTokens: number;
}

export function newCompletion(move: Move, body: string): Completion {
  return {
    id: `chatcmpl-${newId()}`,
    created: Math.floor(Date.now() / 1_000),
    callIds: move.calls.map(() => `call_${newId()}`),
    promptTokens: tokens(body),
  };
}

/** The whole answer as one JSON object, for a request without `stream`. */
export async function toJson(
  request: DemoRequest,
  move: Move,
  completion: Completion,
  pace: number,
  signal: AbortSignal,
): Promise<object> {
  let content = '';
  const calls: WireCall[] = [];
  const counter = createCounter(request.maxTokens);
  for await (const piece of inPieces(move, pace, signal)) {
    if (!counter.take(piece)) break;
    if (piece.kind === 'text') content += piece.text;
    if (piece.kind === 'call') calls.push(newCall(completion, piece.index, piece.tool));
    const call = piece.kind === 'arguments' ? calls[piece.index] : undefined;
    if (call && piece.kind === 'arguments') call.function.arguments += piece.text;
  }
  const message = { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) };
  return {
    ...head(completion, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason: finishReason(move, counter.full), logprobs: null }],
    usage: usage(completion, counter.used),
  };
}

/** The answer as server-sent events: role, pieces, finish reason, usage when asked for, `[DONE]`. */
export async function* toEvents(
  request: DemoRequest,
  move: Move,
  completion: Completion,
  pace: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const chunk = (delta: object, finish: string | null = null): string =>
    event({
      ...head(completion, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  const counter = createCounter(request.maxTokens);
  yield chunk({ role: 'assistant', content: '' });
  for await (const piece of inPieces(move, pace, signal)) {
    if (!counter.take(piece)) break;
    yield chunk(toDelta(completion, piece));
  }
  if (signal.aborted) return;
  yield chunk({}, finishReason(move, counter.full));
  if (request.includeUsage) {
    yield event({
      ...head(completion, 'chat.completion.chunk'),
      choices: [],
      usage: usage(completion, counter.used),
    });
  }
  yield 'data: [DONE]\n\n';
}

function toDelta(completion: Completion, piece: Piece): object {
  if (piece.kind === 'text') return { content: piece.text };
  if (piece.kind === 'call')
    return { tool_calls: [{ index: piece.index, ...newCall(completion, piece.index, piece.tool) }] };
  return { tool_calls: [{ index: piece.index, function: { arguments: piece.text } }] };
}

function newCall(completion: Completion, index: number, tool: string): WireCall {
  return { id: completion.callIds[index] ?? '', type: 'function', function: { name: tool, arguments: '' } };
}

function head(completion: Completion, object: string): object {
  return { id: completion.id, object, created: completion.created, model: DEMO_MODEL };
}

/** Counts what goes out and refuses what would go beyond `max_tokens`. */
function createCounter(maxTokens: number): {
  take(piece: Piece): boolean;
  readonly used: number;
  readonly full: boolean;
} {
  let characters = 0;
  let full = false;
  return {
    take(piece) {
      characters += piece.kind === 'call' ? piece.tool.length : piece.text.length;
      full ||= characters / CHARACTERS_PER_TOKEN > maxTokens;
      return !full;
    },
    get used() {
      return Math.ceil(characters / CHARACTERS_PER_TOKEN);
    },
    get full() {
      return full;
    },
  };
}

function finishReason(move: Move, full: boolean): string {
  if (full) return 'length';
  return move.calls.length > 0 ? 'tool_calls' : 'stop';
}

function usage(completion: Completion, completionTokens: number): object {
  const { promptTokens } = completion;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

function tokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
