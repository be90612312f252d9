/** Tokens of one exchange. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What an answer was found to have used, and whether the provider told all of it. */
export interface FoundUsage extends Usage {
  readonly isFinal: boolean;
}

export interface UsageReader {
  push(chunk: Uint8Array): void;
  /** What the provider reported; where it did not, an estimate by size, so that leaving usage out saves nobody anything. */
  finish(requestBytes: number): FoundUsage;
}

/** Bytes that count as one token where a provider reports nothing. */
export const BYTES_PER_TOKEN = 4;
const LINE_BYTES = 1024 * 1024;
const JSON_BYTES = 8 * 1024 * 1024;

/** Watches an answer go by and picks the usage out of it, in the dialect of any provider; bounded in memory. */
export function createUsageReader(isEventStream: boolean): UsageReader {
  const decoder = new TextDecoder();
  const limit = isEventStream ? LINE_BYTES : JSON_BYTES;
  let text = '';
  let skipping = false;
  let bytes = 0;
  let events = 0;
  const found: Found = { input: 0, output: 0, isFinal: false };

  const readLine = (line: string): void => {
    if (!line.startsWith('data:')) return;
    events += 1;
    if (/"usage(?:Metadata)?"/.test(line)) readUsage(parse(line.slice(5)), found);
  };
  const keep = (more: string): void => {
    text = skipping ? '' : text + more;
    if (text.length > limit) {
      text = '';
      skipping = true;
    }
  };

  return {
    push(chunk) {
      bytes += chunk.byteLength;
      const decoded = decoder.decode(chunk, { stream: true });
      if (!isEventStream) return keep(decoded);
      const lines = decoded.split('\n');
      for (const [index, line] of lines.entries()) {
        keep(line);
        if (index === lines.length - 1) break;
        readLine(text);
        text = '';
        skipping = false;
      }
    },
    finish(requestBytes) {
      if (isEventStream) readLine(text);
      else readUsage(parse(text), found);
      const estimate = isEventStream ? events : Math.ceil(bytes / BYTES_PER_TOKEN);
      return {
        inputTokens: found.input || Math.ceil(requestBytes / BYTES_PER_TOKEN),
        outputTokens: found.isFinal ? found.output : Math.max(found.output, estimate),
        isFinal: found.isFinal,
      };
    },
  };
}

interface Found {
  input: number;
  output: number;
  /** Whether the provider has told the output, not just begun to. */
  isFinal: boolean;
}

/** Reads the usage out of one object of an answer; later numbers are never smaller, so the largest counts. */
function readUsage(value: unknown, found: Found): void {
  const item = record(value);
  const nested = record(item['message'])['usage'] ?? record(item['response'])['usage'];
  const usage = record(item['usage'] ?? nested);
  const google = record(item['usageMetadata']);
  const input =
    count(usage['prompt_tokens']) +
    count(usage['input_tokens']) +
    count(usage['cache_creation_input_tokens']) +
    count(usage['cache_read_input_tokens']) +
    count(google['promptTokenCount']) +
    count(google['toolUsePromptTokenCount']);
  const output =
    count(usage['completion_tokens']) +
    count(usage['output_tokens']) +
    count(google['candidatesTokenCount']) +
    count(google['thoughtsTokenCount']);
  found.input = Math.max(found.input, input);
  found.output = Math.max(found.output, output);
  // Anthropic's message_start tells the input, and of the output only how it begins.
  found.isFinal ||= output > 0 && item['type'] !== 'message_start';
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not every line is JSON (`data: [DONE]`), and a cut answer ends in the middle of one.
    return null;
  }
}
