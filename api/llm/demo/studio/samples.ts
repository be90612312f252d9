import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { KindId } from '../../../content/kinds.ts';
import type { Subject } from './subject.ts';

const sample = z.object({
  noun: z.string(),
  intro: z.string(),
  title: z.object({ plain: z.string(), about: z.string() }),
  remark: z.string(),
  tries: z.array(z.string()),
  document: z.record(z.string(), z.unknown()),
});

/** One document that the demo can make, and what it says about it. */
export type Sample = z.infer<typeof sample>;

/** The samples of each kind; the first is taken where nothing says which. */
export const SAMPLES = {
  form: ['survey', 'registration', 'feedback', 'order', 'contact', 'quiz'],
  slides: ['talk', 'pitch', 'report', 'lesson'],
} as const satisfies Readonly<Record<KindId, readonly string[]>>;

const loaded = new Map<string, Sample>();

/** Reads a sample's file in `samples/` once. */
export function readSample(kind: KindId, name: string): Sample {
  const path = `samples/${kind}/${name}.json`;
  const known = loaded.get(path);
  if (known) return known;
  const read = sample.parse(JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')));
  loaded.set(path, read);
  return read;
}

/**
 * The sample's document about a subject.
 * @param title goes before the sample's own
 */
export function documentAbout(
  { title: titles, document }: Sample,
  subject: Subject | null,
  title: string | null,
): Readonly<Record<string, unknown>> {
  const own = subject === null ? titles.plain : titles.about.replace('{Subject}', () => subject.heading);
  const values: Readonly<Record<string, string>> = {
    title: title ?? own,
    subject: subject?.within ?? 'it',
  };
  return filled(document, values) as Readonly<Record<string, unknown>>;
}

function filled(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string')
    return value.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  if (Array.isArray(value)) return value.map((one) => filled(one, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, values)]));
}
