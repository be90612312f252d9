import type { UpstreamRequest } from '../../web/src/lib/agent/testing/upstream.ts';

type Block = Readonly<Record<string, unknown>>;

/**
 * What a provider would refuse in a request for an answer: calls without results, results without calls, ids that come
 * twice, empty texts, input that is no object, an end that is not the person's or a tool's. Empty when it is fine.
 */
export function flawsOf({ protocol, body }: UpstreamRequest): readonly string[] {
  return protocol === 'anthropic' ? anthropicFlaws(body.messages) : openaiFlaws(body.messages);
}

type Messages = UpstreamRequest['body']['messages'];

function openaiFlaws(messages: Messages): readonly string[] {
  const flaws: string[] = [];
  const ids = new Set<string>();
  let open: string[] = [];
  messages.forEach((message, at) => {
    const { role, content } = message;
    if (role === 'tool') {
      const id = message.tool_call_id ?? '';
      if (!open.includes(id)) flaws.push(`${at}: a result for ${id}, which nobody asked for`);
      open = open.filter((other) => other !== id);
      if (typeof content !== 'string') flaws.push(`${at}: a result that is no text`);
      return;
    }
    if (open.length > 0) flaws.push(`${at}: ${role} before the results of ${open.join(', ')}`);
    open = [];
    const calls = (message.tool_calls ?? []) as { id: string; function: { arguments: string } }[];
    for (const call of calls) {
      if (ids.has(call.id)) flaws.push(`${at}: the id ${call.id} comes twice`);
      ids.add(call.id);
      open.push(call.id);
      if (!isObject(parsed(call.function.arguments))) flaws.push(`${at}: arguments that are no object`);
    }
    if (calls.length === 0 && isEmpty(content)) flaws.push(`${at}: ${role} says nothing`);
  });
  if (open.length > 0) flaws.push(`the end: no results of ${open.join(', ')}`);
  if (messages.at(-1)?.role === 'assistant') flaws.push('the end: an answer, so that nothing is asked');
  return flaws;
}

function anthropicFlaws(messages: Messages): readonly string[] {
  const flaws: string[] = [];
  const ids = new Set<string>();
  let open: readonly string[] = [];
  if (messages[0]?.role !== 'user') flaws.push('the beginning: not the person');
  messages.forEach(({ role, content }, at) => {
    const blocks = (Array.isArray(content) ? content : [{ type: 'text', text: content }]) as Block[];
    if (role === messages[at - 1]?.role) flaws.push(`${at}: ${role} twice in a row`);
    if (blocks.length === 0) flaws.push(`${at}: ${role} says nothing`);
    for (const { type, text } of blocks) {
      if (type === 'text' && isEmpty(text)) flaws.push(`${at}: an empty text`);
    }
    const results = blocks.filter(({ type }) => type === 'tool_result').map((block) => block['tool_use_id']);
    const first = blocks.findIndex(({ type }) => type !== 'tool_result');
    if (first !== -1 && first < results.length) flaws.push(`${at}: results behind other content`);
    const asked = [...open].sort().join();
    if (asked !== results.map(String).sort().join())
      flaws.push(`${at}: results of [${results.join()}] for calls of [${asked}]`);
    const uses = blocks.filter(({ type }) => type === 'tool_use');
    for (const use of uses) {
      const id = String(use['id']);
      if (!/^[\w-]+$/.test(id)) flaws.push(`${at}: the id ${id}`);
      if (ids.has(id)) flaws.push(`${at}: the id ${id} comes twice`);
      ids.add(id);
      if (!isObject(use['input'])) flaws.push(`${at}: input that is no object`);
    }
    open = uses.map((use) => String(use['id']));
  });
  if (messages.at(-1)?.role !== 'user') flaws.push('the end: an answer, so that nothing is asked');
  return flaws;
}

function isEmpty(content: unknown): boolean {
  if (Array.isArray(content)) return content.length === 0;
  return typeof content !== 'string' || content.trim() === '';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is a flaw, as the caller says.
    return null;
  }
}
