import { form } from './form/kind.ts';
import type { ContentKind } from './kind.ts';
import { slides } from './slides/kind.ts';

/** Every content kind (spec 1.9). Adding a kind is adding a folder and a name here. */
export const KINDS = { form, slides } as const;

export type KindId = keyof typeof KINDS;

export function isKindId(value: unknown): value is KindId {
  return typeof value === 'string' && Object.hasOwn(KINDS, value);
}

/** A table of all kinds; tests bring one in which a kind has come to its next schema version. */
export type ContentKinds = Readonly<Record<KindId, ContentKind>>;

/** A kind by its name, for code that serves all kinds alike. */
export function kindOf(id: KindId): ContentKind {
  return (KINDS as ContentKinds)[id];
}
