import { z } from 'zod';
import type { KindId } from '../../../content/kinds.ts';
import { isObject } from '../../../content/operation.ts';
import { LIST } from './kind.ts';

const state = z.object({
  ok: z.literal(true),
  document: z.string(),
  /** Only the beginning of the document was shown. */
  cut: z.boolean().optional(),
  docSchemaVersion: z.number(),
  rendererSchemaVersion: z.number(),
  currentSchemaVersion: z.number(),
  stale: z.boolean(),
});

type State = z.infer<typeof state>;
type Loose = Readonly<Record<string, unknown>>;

/** The document that is open, as it was read last and as our own changes since then have left it. */
export interface Opened {
  readonly kind: KindId;
  readonly text: string;
  /** The text as JSON; null when it is none. */
  readonly document: Loose | null;
  /** Fields or slides, whatever their members are. */
  readonly entries: readonly Loose[];
  /** What "it" means: the key of a field, the place of a slide from 0; null when nothing was named yet. */
  readonly touched: string | number | null;
}

/** Reads the answer to a look at the state; null when it is not one. */
export function readState(value: unknown): State | null {
  return state.safeParse(value).data ?? null;
}

export function opened(kind: KindId, text: string, touched: Opened['touched']): Opened {
  const document = parse(text);
  const list = document?.[LIST[kind]];
  const entries = Array.isArray(list) ? list.map((entry: unknown) => (isObject(entry) ? entry : {})) : [];
  return { kind, text, document, entries, touched };
}

/** Whether there is nothing in it that anybody wrote: what a new project starts from. */
export function isStarter({ document, entries }: Opened): boolean {
  return /^untitled\b/i.test(textIn(document, 'title')) && entries.length <= 1;
}

/** A member's text; empty when it has none. */
export function textIn(value: Loose | null | undefined, member: string): string {
  const text = value?.[member];
  return typeof text === 'string' ? text : '';
}

function parse(text: string): Loose | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    // A text that is no JSON is held by a Studio too, until somebody mends it.
    return null;
  }
}
