/**
 * An answer in plain terms. A Response keeps its headers and its body as objects of their own; where answers are made by
 * the thousand, making these and reading them back costs more than the answer.
 */
export interface PlainAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream<Uint8Array> | null;
}

export function toResponse({ status, headers, body }: PlainAnswer): Response {
  return new Response(body, { status, headers });
}
