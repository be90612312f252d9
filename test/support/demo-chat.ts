import { createDemo } from '../../api/llm/demo/demo.ts';

/** A call that the demo made; `V` is what its arguments are. */
export interface DemoCall<V = string> {
  readonly tool: string;
  readonly args: Readonly<Record<string, V>>;
}

/** One request of a person and all that the demo said and did about it. */
export interface DemoTurn<V = string> {
  /** What it said, step by step. */
  readonly said: readonly string[];
  readonly calls: readonly DemoCall<V>[];
}

/** A tool's answer to a call: an object is sent as JSON, text as it is. */
export type ToolAnswer<V = string> = (call: DemoCall<V>) => unknown;

const ALL_TOOLS = [
  'write_aml',
  'write_file',
  'read_file',
  'list_files',
  'edit_file',
  'delete_file',
  'read_console',
  'market_search',
  'market_preview',
  'market_fork',
];

interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/** A tool as a request offers it; without `parameters` it is known by its name alone. */
export interface OfferedTool {
  readonly name: string;
  readonly parameters?: unknown;
}

/** A chat with the demo about apps. */
export function createDemoChat(tools: readonly string[] = ALL_TOOLS) {
  const files = new Map<string, string>();

  /** A draft that does what it is told. */
  const draft: ToolAnswer = ({ tool, args }) => {
    const path = tool === 'write_aml' ? 'model.aml' : (args['path'] ?? '');
    const content = files.get(path);
    if (tool === 'write_aml' || tool === 'write_file') {
      files.set(path, args['aml'] ?? args['content'] ?? '');
      return { ok: true, path, revision: 1, problems: [] };
    }
    if (tool === 'read_console') return { ok: true, revision: 1, painted: true, errors: 0, entries: [] };
    if (content === undefined)
      return { ok: false, error: { code: 'not_found', message: `There is no file ${path}.` } };
    if (tool === 'read_file') return { ok: true, path, content };
    const find = args['find'] ?? '';
    if (content.split(find).length !== 2)
      return { ok: false, error: { code: 'no_match', message: 'Not exactly one match.' } };
    files.set(
      path,
      content.replace(find, () => args['replace'] ?? ''),
    );
    return { ok: true, path, revision: 2, problems: [] };
  };

  const offered = tools.map((name) => ({ name }));
  return { ...leadChat('You build small web apps.', () => offered, draft), files, draft };
}

/** A chat with the demo as an agent leads it: tools run, their answers go back, until it only talks. */
export function leadChat<V>(system: string, offered: () => readonly OfferedTool[], usual: ToolAnswer<V>) {
  const demo = createDemo({ pace: 0 });
  const messages: Message[] = [{ role: 'system', content: system }];

  async function ask(request: string, answer: ToolAnswer<V> = usual, steps = 12): Promise<DemoTurn<V>> {
    messages.push({ role: 'user', content: request });
    const said: string[] = [];
    const calls: DemoCall<V>[] = [];
    for (let step = 0; step < steps; step += 1) {
      const response = await demo.respond({
        method: 'POST',
        path: 'v1/chat/completions',
        body: JSON.stringify({
          model: 'demo',
          messages,
          tools: offered().map((tool) => ({ type: 'function', function: tool })),
        }),
        signal: new AbortController().signal,
      });
      const { choices } = (await response.json()) as {
        choices: [{ message: Message; finish_reason: string }];
      };
      const { message } = choices[0];
      messages.push(message);
      said.push(message.content ?? '');
      if (!message.tool_calls) return { said, calls };
      for (const { id, function: made } of message.tool_calls) {
        const call = { tool: made.name, args: JSON.parse(made.arguments) as Record<string, V> };
        calls.push(call);
        const result = await answer(call);
        messages.push({
          role: 'tool',
          tool_call_id: id,
          content: typeof result === 'string' ? result : JSON.stringify(result),
        });
      }
    }
    throw new Error(`The demo did not come to an end: ${said.join(' | ')}`);
  }
  return { ask, messages };
}
