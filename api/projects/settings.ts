import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { LANGUAGES as PAGE_LANGUAGES } from '../content/page/language.ts';
import { LIMITS } from '../limits.ts';
import { readWebhookUrl } from './webhook-url.ts';

export const LAYOUTS = ['page', 'steps'] as const;
/** `auto` is the visitor's own, where the page speaks it. */
export const LANGUAGES = ['auto', ...PAGE_LANGUAGES] as const;
export const DUPLICATES = ['allowed', 'once'] as const;

const text = (what: string, most: number) =>
  z
    .string({ error: `${what} must be text or null` })
    .refine((value) => value.length <= most, { error: `${what} may have ${most} characters at most` })
    .refine((value) => value.isWellFormed() && !value.includes('\0'), {
      error: `${what} has characters that cannot be stored`,
    });
const oneOf = <const T extends readonly string[]>(what: string, values: T) =>
  z.enum(values, { error: `${what} must be one of ${values.join(', ')}` });

const members = {
  /** From when on no answer is taken; ISO 8601 in UTC. */
  closesAt: z.iso
    .datetime({ offset: true, error: 'closesAt must be a time such as 2026-05-31T18:00:00Z, or null' })
    .transform((value) => new Date(value).toISOString())
    .nullable(),
  /** How many answers are taken; flagged ones do not count. */
  answerLimit: z
    .int({ error: 'answerLimit must be a whole number or null' })
    .min(1, 'answerLimit must be 1 or more')
    .max(1_000_000, 'answerLimit may be 1,000,000 at most')
    .nullable(),
  /** What a closed form says; null for the page's own words. */
  closedText: text('closedText', LIMITS.closedTextCharacters).nullable(),
  layout: oneOf('layout', LAYOUTS),
  language: oneOf('language', LANGUAGES),
  /** `#rrggbb`; null for the page's own colour. */
  accent: z
    .string({ error: 'accent must be a colour such as #0f766e, or null' })
    .regex(/^#[0-9a-f]{6}$/i, 'accent must be a colour such as #0f766e, or null')
    .transform((value) => value.toLowerCase())
    .nullable(),
  /** `once`: one answer from each browser. */
  duplicates: oneOf('duplicates', DUPLICATES),
  /** Whether the owner gets mail about new answers. */
  notify: z.boolean({ error: 'notify must be true or false' }),
  /** Where each accepted answer is sent, signed. */
  webhookUrl: z
    .string({ error: 'webhookUrl must be an address or null' })
    .transform((value, context) => {
      const read = readWebhookUrl(value);
      if (read.ok) return read.url;
      context.addIssue({ code: 'custom', message: `webhookUrl ${read.problem}` });
      return z.NEVER;
    })
    .nullable(),
};

const shape = z.object(members);

/** What the owner decides about a project beside its document. */
export type ProjectSettings = Readonly<z.output<typeof shape>>;

/** Every setting there is. */
export const SETTINGS: readonly string[] = Object.keys(members);

/** Settings as a request gives them: what is left out stays. */
export const settingsInput = z.object(members, { error: 'settings must be an object' }).partial();

const DEFAULTS: ProjectSettings = {
  closesAt: null,
  answerLimit: null,
  closedText: null,
  layout: 'page',
  language: 'auto',
  accent: null,
  duplicates: 'allowed',
  notify: false,
  webhookUrl: null,
};

/** The settings of a stored project; what was never set has its default. */
export function readSettings({ settings }: { readonly settings: unknown }): ProjectSettings {
  return { ...DEFAULTS, ...(settings as Partial<ProjectSettings>) };
}

/** A key for signatures, in the form that libraries for Standard Webhooks take. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
