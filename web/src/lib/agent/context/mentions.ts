import { AML_PATH } from '../checks/aml-path.ts';
import { textOf, type AgentMessage } from '../message.ts';
import type { DraftState } from '../workspace.ts';

/** Characters of one mentioned file, and of all together, that are added for the model. */
const FILE_CHARACTERS = 24_000;
const ALL_CHARACTERS = 72_000;

/** The files that a text mentions as `@path`, in the order of the text, each once. */
export function mentionedPaths(text: string, state: DraftState): readonly string[] {
  const known = [...state.files.keys(), ...(state.aml.trim() === '' ? [] : [AML_PATH])];
  const found = known.flatMap((path) => {
    const at = placeOf(text, path);
    return at === -1 ? [] : [{ path, at }];
  });
  return found.sort((a, b) => a.at - b.at).map(({ path }) => path);
}

/** Where `@path` stands as a whole: neither within a word nor as the beginning of a longer path. */
function placeOf(text: string, path: string): number {
  const mention = `@${path}`;
  for (let at = text.indexOf(mention); at !== -1; at = text.indexOf(mention, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text.slice(at + mention.length, at + mention.length + 2);
    if (!/[\p{L}\p{N}_]/u.test(before) && !/^(?:[\p{L}\p{N}_/-]|\.[\p{L}\p{N}_])/u.test(after)) return at;
  }
  return -1;
}

/**
 * The files that a message mentions, as the model is shown them behind the message. They are not stored: the draft has
 * them. Null when nothing is mentioned.
 */
export function mentionNote(message: AgentMessage, state: DraftState): string | null {
  const paths = mentionedPaths(textOf(message), state);
  if (paths.length === 0) return null;
  let room = ALL_CHARACTERS;
  const shown = paths.map((path) => {
    const content = path === AML_PATH ? state.aml : (state.files.get(path) ?? '');
    if (content.startsWith('data:')) return `${path} is not text.`;
    const text = content.slice(0, Math.min(FILE_CHARACTERS, room));
    room -= text.length;
    if (text.length === content.length) return `${path}:\n${text}`;
    const next = text.split('\n').length;
    return `${path}, its beginning (read_file with "from": ${next} shows the rest):\n${text}`;
  });
  return `[The files mentioned, as they are at revision ${state.revision}]\n${shown.join('\n\n')}`;
}
