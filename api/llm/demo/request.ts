import { z } from 'zod';
import { ApiError } from '../../errors.ts';

const text = z.union([
  z.string(),
  z.null(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
]);

const toolCall = z.object({
  id: z.string(),
  type: z.literal('function').optional(),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

const message = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer']), content: text }),
  z.object({ role: z.literal('user'), content: text }),
  z.object({
    role: z.literal('assistant'),
    content: text.optional(),
    tool_calls: z.array(toolCall).nullish(),
  }),
  z.object({ role: z.literal('tool'), content: text, tool_call_id: z.string() }),
]);

const request = z.object({
  model: z.string(),
  messages: z.array(message).min(1),
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        function: z.object({ name: z.string(), parameters: z.unknown().optional() }),
      }),
    )
    .nullish(),
  tool_choice: z.unknown().optional(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: z.number().int().positive().nullish(),
  max_completion_tokens: z.number().int().positive().nullish(),
  n: z.number().int().nullish(),
});

export type ChatMessage = z.infer<typeof message>;

/** A chat-completions request, as far as the demo reads it. */
export interface DemoRequest {
  readonly messages: readonly ChatMessage[];
  /** Names of the tools that may be called now. */
  readonly tools: ReadonlySet<string>;
  /** The JSON Schema of each of these tools' parameters, where it has one. */
  readonly parameters: ReadonlyMap<string, unknown>;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly maxTokens: number;
}

/** The only model that the demo answers to. */
export const DEMO_MODEL = 'demo';

/**
 * Reads the body of an OpenAI chat-completions request.
 * @throws ApiError invalid_request naming the member that is not as expected
 */
export function readDemoRequest(body: string): DemoRequest {
  const parsed = request.safeParse(parse(body));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ApiError(
      'invalid_request',
      `The demo speaks OpenAI chat completions; ${issue?.path.join('.') || 'the body'} is not as expected there.`,
    );
  }
  const { model, messages, tools, tool_choice, stream, stream_options, n, ...limits } = parsed.data;
  if (model !== DEMO_MODEL) {
    throw new ApiError(
      'invalid_request',
      `The demo has one model, "${DEMO_MODEL}"; "${model.slice(0, 60)}" is unknown.`,
    );
  }
  if (n !== undefined && n !== null && n !== 1) {
    throw new ApiError('invalid_request', 'The demo gives one answer: leave n out or set it to 1.');
  }
  const offered = tool_choice === 'none' ? [] : (tools ?? []);
  return {
    messages,
    tools: new Set(offered.map((tool) => tool.function.name)),
    parameters: new Map(offered.map((tool) => [tool.function.name, tool.function.parameters])),
    stream: stream ?? false,
    includeUsage: stream_options?.include_usage ?? false,
    maxTokens: limits.max_completion_tokens ?? limits.max_tokens ?? Infinity,
  };
}

/** The text of a message's content, whichever of its forms it has. */
export function textOf(content: z.infer<typeof text> | undefined): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('');
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch (cause) {
    throw new ApiError('invalid_request', 'The body is not valid JSON.', { cause });
  }
}
