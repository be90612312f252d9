import { KINDS, type KindId } from '../../../content/kinds.ts';
import { isObject } from '../../../content/operation.ts';
import type { DemoRequest } from '../request.ts';

/** The member of each kind's documents that lists its entries. */
export const LIST: Readonly<Record<KindId, string>> = { form: 'fields', slides: 'slides' };

/** The kind of document that is open, told by the content schema in the parameters of the tool that sets it (spec 4.9); null elsewhere. */
export function openKind({ parameters }: DemoRequest): KindId | null {
  const contents = member(member(parameters.get('studio_set_document'), 'properties'), 'document');
  const members = member(contents, 'properties');
  if (!isObject(members)) return null;
  const kinds = Object.keys(KINDS) as KindId[];
  return kinds.find((kind) => Object.hasOwn(members, LIST[kind])) ?? null;
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
