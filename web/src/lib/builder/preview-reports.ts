import type { PreviewEntry } from '#lib/agent/preview-log.ts';
import type { NetworkEntry } from './preview-network.ts';

/** What counts of a page that shows nothing (api/publish/bridge/page-facts.js). */
export interface PageFacts {
  readonly ready: string;
  readonly elements: number;
  readonly seen: number;
  readonly scripts: number;
  readonly text: number;
  readonly colour: boolean;
  readonly width: number;
  readonly height: number;
}

/** An element from the page's root downwards, as the page has it now. */
export interface ElementStep {
  readonly tag: string;
  readonly id: string;
  readonly classes: readonly string[];
  /** Position among its siblings of the same name, and how many those are. */
  readonly nth: number;
  readonly of: number;
}

/** An element that the person pointed at. */
export interface PointedElement {
  readonly tag: string;
  readonly text: string;
  readonly selector: string;
  readonly chain: readonly ElementStep[];
}

export type Report =
  | { readonly kind: 'at'; readonly path: string | null; readonly isNew: boolean }
  | { readonly kind: 'loaded' }
  | { readonly kind: 'paint' }
  | { readonly kind: 'entry'; readonly entry: PreviewEntry }
  | { readonly kind: 'network'; readonly told: { readonly id: number } & Partial<NetworkEntry> }
  /** An answer; only the one who knows the nonce has asked. */
  | { readonly kind: 'answer'; readonly nonce: string; readonly data: Readonly<Record<string, unknown>> };

const LONGEST = 5_000;

/** Reads what a preview's frame posted; null when it is not the reporter's. Nothing in it is believed beyond its shape. */
export function readReport(data: unknown, revision: number): Report | null {
  if (!isObject(data) || data['source'] !== 'platform-preview') return null;
  const { kind, nonce } = data;
  if (typeof nonce === 'string') return { kind: 'answer', nonce, data };
  if (kind === 'paint' || kind === 'loaded') return { kind };
  if (kind === 'at')
    return { kind, path: text(data['path'])?.slice(0, 1_000) ?? null, isNew: data['isNew'] === true };
  if (kind === 'network') return networkReport(data);
  if (kind !== 'console' && kind !== 'error' && kind !== 'resource') return null;
  const stack = text(data['stack']);
  const entry: PreviewEntry = {
    kind,
    level: kind === 'console' ? (text(data['level']) ?? 'log') : 'error',
    message: text(data['message']) ?? '',
    ...placeIn(data, stack),
    stack,
    revision,
  };
  return { kind: 'entry', entry };
}

/** Where it happened: as it is said, else the first place of the stack that is a file of the app. */
function placeIn(
  data: Readonly<Record<string, unknown>>,
  stack: string | null,
): Pick<PreviewEntry, 'file' | 'line' | 'col'> {
  const file = text(data['file']);
  // An element without an address, or a script that the browser does not name, has an empty one.
  if (file !== null && file !== '') return { file, line: number(data['line']), col: number(data['col']) };
  const [, from, line, col] = /(?:\(|@|\bat )(?![a-z]+:)([^\s()@]+?):(\d+):(\d+)/.exec(stack ?? '') ?? [];
  if (from === undefined) return { file: null, line: null, col: null };
  return { file: from, line: Number(line), col: Number(col) };
}

function networkReport(data: Readonly<Record<string, unknown>>): Report | null {
  const id = number(data['id']);
  if (id === null) return null;
  const told: Record<string, unknown> = { id };
  for (const name of ['type', 'method', 'url', 'request', 'response', 'failure']) {
    const value = text(data[name]);
    if (value !== null) told[name] = value;
  }
  for (const name of ['status', 'duration', 'size']) {
    const value = number(data[name]);
    if (value !== null) told[name] = value;
  }
  return { kind: 'network', told: told as { id: number } };
}

/** The facts of a page; null when the answer is none. */
export function readFacts(given: unknown): PageFacts | null {
  if (!isObject(given)) return null;
  const count = (name: string): number => number(given[name]) ?? 0;
  return {
    ready: text(given['ready']) ?? '',
    elements: count('elements'),
    seen: count('seen'),
    scripts: count('scripts'),
    text: count('text'),
    colour: given['colour'] === true,
    width: count('width'),
    height: count('height'),
  };
}

/** The element of an answer; null when the answer has none. */
export function readElement(given: unknown): PointedElement | null {
  if (!isObject(given) || !Array.isArray(given['chain'])) return null;
  const chain = given['chain']
    .slice(0, 60)
    .filter(isObject)
    .map((step): ElementStep => ({
      tag: text(step['tag']) ?? '',
      id: text(step['id']) ?? '',
      classes: (Array.isArray(step['classes']) ? step['classes'] : []).slice(0, 12).map(String),
      nth: number(step['nth']) ?? 0,
      of: number(step['of']) ?? 1,
    }));
  const short = (name: string, most: number): string =>
    (text(given[name]) ?? '').replace(/\s+/g, ' ').slice(0, most);
  return { tag: short('tag', 60), text: short('text', 200), selector: short('selector', 500), chain };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, LONGEST) : null;
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
