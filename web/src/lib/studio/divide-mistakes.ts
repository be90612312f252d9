import { appendPointer } from '@platform/api/content/json-place.ts';
import { missingMember } from '@platform/api/content/schema-diagnostics.ts';
import type { StudioDiagnostic } from '@platform/api/errors.ts';
import { copy } from './copy.ts';

/** What is wrong with an entry, as its inputs show it. */
export interface DividedMistakes {
  /** What the input of a member says; undefined when it is right. */
  at(member: string): string | undefined;
  /** What no input stands for. */
  readonly others: readonly StudioDiagnostic[];
}

/**
 * Puts each mistake at the input that it belongs to: the one whose member it is in, or that has the member that is missing.
 * @param owner JSON pointer of the object that is edited
 * @param members of the inputs that are shown, as pointers from there: `label`, `range/max`; an input that answers for
 * another place too names that after it: `range/max=range`
 */
export function divideMistakes(
  mistakes: readonly StudioDiagnostic[],
  owner: string,
  members: readonly string[],
): DividedMistakes {
  const found = new Map<string, string>();
  const others: StudioDiagnostic[] = [];
  const places = members.flatMap((member) => {
    const [name = '', also] = member.split('=');
    return [name, ...(also === undefined ? [] : [also])].map((at) => ({ name, pointer: `${owner}/${at}` }));
  });
  for (const mistake of mistakes) {
    const { path = '' } = mistake;
    const missing = missingMember(mistake);
    const place = missing === null ? path : appendPointer(path, missing);
    const exact = places.find(({ pointer }) => pointer === place);
    const above = exact ?? places.find(({ pointer }) => place.startsWith(`${pointer}/`));
    if (above === undefined) others.push(mistake);
    else if (!found.has(above.name)) found.set(above.name, wordsFor(mistake, exact !== undefined));
  }
  return { at: (member) => found.get(member), others };
}

/** Under its input a mistake needs no name, and none who reads it there writes JSON. */
function wordsFor({ code, message }: StudioDiagnostic, isExact: boolean): string {
  if (!isExact) return message;
  return copy.mistakeAt[code] ?? message.replace(/^"[^"]*"/, copy.thisOne);
}
