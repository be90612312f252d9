import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

export const CAUSES = ['user_edit', 'agent_turn', 'fork', 'restore', 'undo', 'redo'] as const;
export type DraftCause = (typeof CAUSES)[number];

const requiredName = z
  .string()
  .trim()
  .min(1, 'name must not be empty')
  .max(LIMITS.nameCharacters, `name may have ${LIMITS.nameCharacters} characters at most`);
const name = requiredName.nullish();
const id = z.string().max(64).nullish();

const shapes = {
  create: z.object({ name, fromAppId: id }),
  save: z.object({
    draftId: z.string(),
    baseRevision: z.number().int().min(0),
    /** `content` null deletes the file. */
    changes: z.array(z.object({ path: z.string(), content: z.string().nullish() })),
    aml: z
      .string()
      .max(LIMITS.amlBytes, `AML may have ${LIMITS.amlBytes / 1024} KB at most`)
      .nullish(),
    name,
    cause: z.enum(['user_edit', 'agent_turn'], 'a save is a USER_EDIT or an AGENT_TURN').nullish(),
    messageId: id,
    conversationId: id,
    /** The market's app whose files these changes bring in: what comes of a new draft is its fork. */
    forkedFromAppId: id,
  }),
  rename: z.object({ draftId: z.string(), name: requiredName }),
  restore: z.object({
    draftId: z.string(),
    revision: z.number().int().min(1),
    baseRevision: z.number().int().min(0),
  }),
  /** Undo and redo. */
  step: z.object({ draftId: z.string(), baseRevision: z.number().int().min(0) }),
  nameRevision: z.object({
    draftId: z.string(),
    revision: z.number().int().min(1),
    /** Null takes the name away. */
    name,
  }),
};

export type DraftInput<K extends keyof typeof shapes> = z.output<(typeof shapes)[K]>;

/** @throws ApiError invalid_request naming every mistake */
export function parseDraftInput<K extends keyof typeof shapes>(kind: K, value: unknown): DraftInput<K> {
  const result = shapes[kind].safeParse(value);
  if (result.success) return result.data as DraftInput<K>;
  const mistakes = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ApiError('invalid_request', `${mistakes.join('; ')}.`);
}
