/** What a tool answered, as far as the demo understands it. */
export interface ToolResult {
  /** Why it did not work, in one sentence; null when it did. */
  readonly problem: string | null;
  /** The code of the refusal, such as `conflict`; null when there is none. */
  readonly code: string | null;
  /** The answer, parsed when it is JSON, else the bare text. */
  readonly value: unknown;
}

/** Reads the text of a `role: tool` message. */
export function readToolResult(text: string): ToolResult {
  const value = parse(text);
  return { value, problem: findProblem(value), code: codeOf(value) };
}

/** The text of a file in the answer to `read_file`; null when there is none. */
export function fileContent(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const content = isObject(value) ? (value['content'] ?? value['text']) : null;
  return typeof content === 'string' ? content : null;
}

/** What a look at the preview's console gave; `unseen` says why nothing could be seen, null when something could. */
export interface Look {
  readonly errors: readonly string[];
  readonly unseen: string | null;
}

/** Reads the answer to `read_console`; null stands for a look that was not taken. */
export function readLook(result: ToolResult | null): Look {
  if (result === null) return { errors: [], unseen: null };
  return { errors: consoleErrors(result.value), unseen: result.problem };
}

/** The error messages in an answer, wherever they stand in it. */
function consoleErrors(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(consoleErrors);
  if (!isObject(value)) return [];
  const isError = [value['level'], value['kind']].some((word) => word === 'error' || word === 'resource');
  if (isError && typeof value['message'] === 'string') return [value['message']];
  return Object.values(value).flatMap(consoleErrors);
}

function findProblem(value: unknown): string | null {
  if (typeof value === 'string')
    return /^\W*(error|failed|refused|cannot|could not)\b/i.test(value) ? value : null;
  if (!isObject(value)) return null;
  const serious = diagnosticsOf(value).filter(({ severity }) => severity !== 'warning');
  // A write that is saved can still leave an error in what it wrote.
  if (value['ok'] !== false && !value['error'] && serious.length === 0) return null;
  const first = serious.slice(0, 3).map(sentence).join(' ');
  return first || messageOf(value['error']) || messageOf(value) || 'the tool gave no reason';
}

function codeOf(value: unknown): string | null {
  const error = isObject(value) ? value['error'] : null;
  return isObject(error) && typeof error['code'] === 'string' ? error['code'] : null;
}

function diagnosticsOf(value: Record<string, unknown>): readonly Record<string, unknown>[] {
  return [value['diagnostics'], value['problems']].flatMap((list) =>
    Array.isArray(list) ? list.filter(isObject) : [],
  );
}

function sentence(diagnostic: Record<string, unknown>): string {
  const place = typeof diagnostic['line'] === 'number' ? `line ${diagnostic['line']}: ` : '';
  return `${place}${messageOf(diagnostic)}`;
}

function messageOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return isObject(value) && typeof value['message'] === 'string' ? value['message'] : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Plain text is an answer too.
    return text;
  }
}
