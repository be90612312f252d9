export interface ScriptedCall {
  readonly name: string;
  /** Sent as it is, so that it may be broken. */
  readonly args: string;
  /** Given by the provider; a fresh one unless said. */
  readonly id?: string;
}

/** What a scripted model says in one answer. */
export interface Said {
  readonly text: string;
  readonly calls: readonly ScriptedCall[];
  /** Why it ends, in the protocol's own word; by default what follows from the calls. */
  readonly finish?: string;
  /** Members of the usage beside or in place of the usual ones. */
  readonly usage?: Readonly<Record<string, unknown>>;
}

export type Protocol = 'openai' | 'anthropic';

/** A whole answer as the events of a stream, each as the text that goes over the wire. */
export function eventsOf(protocol: Protocol, said: Said): readonly string[] {
  return protocol === 'anthropic' ? anthropicEvents(said) : openaiEvents(said);
}

function pieces(text: string, length: number): readonly string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${length}}`, 'g')) ?? [];
}

function words(text: string): readonly string[] {
  return text.match(/\S+\s*/g) ?? [];
}

function openaiEvents({ text, calls, finish, usage }: Said): readonly string[] {
  const chunk = (delta: unknown, finishReason: string | null): unknown => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'fake',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
  const deltas = [
    { role: 'assistant', content: '' },
    ...words(text).map((content) => ({ content })),
    ...calls.flatMap(({ name, args, id = `call_${crypto.randomUUID()}` }, index) => [
      { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
      ...pieces(args, 24).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
  ];
  const counts = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110, ...usage };
  const isTold = Object.values(counts).some((count) => count !== undefined);
  return [
    ...deltas.map((delta) => chunk(delta, null)),
    chunk({}, finish ?? (calls.length > 0 ? 'tool_calls' : 'stop')),
    ...(isTold ? [{ choices: [], usage: counts }] : []),
  ]
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .concat('data: [DONE]\n\n');
}

function anthropicEvents({ text, calls, finish, usage }: Said): readonly string[] {
  const counts = { input_tokens: 100, output_tokens: 1, ...usage };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'fake', content: [] };
  const begun = { ...message, stop_reason: null, stop_sequence: null, usage: counts };
  const block = (index: number, content: unknown, deltas: readonly unknown[]): unknown[] => [
    { type: 'content_block_start', index, content_block: content },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
  const texts = words(text).map((word) => ({ type: 'text_delta', text: word }));
  const first = text === '' ? 0 : 1;
  return [
    { type: 'message_start', message: begun },
    ...(text === '' ? [] : block(0, { type: 'text', text: '' }, texts)),
    ...calls.flatMap(({ name, args, id = `toolu_${crypto.randomUUID()}` }, index) =>
      block(
        first + index,
        { type: 'tool_use', id, name, input: {} },
        pieces(args, 24).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ),
    ),
    {
      type: 'message_delta',
      delta: { stop_reason: finish ?? (calls.length > 0 ? 'tool_use' : 'end_turn'), stop_sequence: null },
      usage: { output_tokens: 10, ...usage },
    },
    { type: 'message_stop' },
  ].map((event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`);
}
