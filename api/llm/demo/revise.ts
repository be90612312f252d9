import type { AppFiles } from './apps.ts';
import type { Changes } from './changes.ts';
import { AML_PATH, filesToRead, planEdits } from './edits.ts';
import { addToAml, declares } from './field.ts';
import { isWrite, mendMove, toCalls, type Work } from './mend.ts';
import { say, type Move } from './move.ts';
import { IDENTITY } from './phrases.ts';
import { contentOf, lastRead, problemOf, read } from './reading.ts';
import { readLook, type Look } from './tool-result.ts';
import type { Transcript } from './transcript.ts';

/** The next move on the way to changing the app in the draft: read, edit, look at the console, sum up. */
export function reviseMove(changes: Changes, transcript: Transcript, tools: ReadonlySet<string>): Move {
  const { steps } = transcript;
  if (!tools.has('read_file') || !(tools.has('edit_file') || tools.has('write_file'))) {
    return say(
      `${IDENTITY} I could change that, but this request does not offer me the tools to read and edit files.`,
    );
  }
  const misfit = misfitting(changes, transcript);
  if (misfit) return say(misfit);

  const paths = filesToRead(changes);
  const readFirst = changes.field ? [...paths, AML_PATH] : paths;
  const unread = readFirst.filter((path) => !lastRead(steps, path));
  if (unread.length > 0) {
    const text = `I change ${describe(changes)}. First I read how ${unread.join(' and ')} ${unread.length > 1 ? 'are' : 'is'} now.`;
    return { text, calls: unread.map((path) => read(path)) };
  }
  const unreadable = paths.filter((path) => contentOf(steps, path) === null);
  if (unreadable.length > 0) {
    return say(
      `I could not read ${unreadable.join(' and ')} (${problemOf(steps, unreadable[0])}). Is there an app in this draft yet? Ask me to build one first.`,
    );
  }

  const sources: Partial<AppFiles> = Object.fromEntries(paths.map((path) => [path, contentOf(steps, path)]));
  const aml = contentOf(steps, AML_PATH) ?? transcript.aml;
  const obstacle = fieldObstacle(changes, aml, transcript, tools);
  if (obstacle) return say(obstacle);
  const { edits, missing } = planEdits(changes, sources);
  if (missing.length > 0) {
    const left = steps.some((step) => isWrite(step) && step.result?.problem === null)
      ? 'so I stopped there; what I wrote before is in the draft, and History has the version before it'
      : 'so I left everything as it is';
    return say(
      `I could not find ${missing.join(' and ')}. I am a script and change only apps that are laid out like mine, ${left}. You can change it by hand in the editor.`,
    );
  }
  return write(changes, aml, { field: changes.field, steps, tools, sources, edits });
}

function write(changes: Changes, aml: string | null, work: Work): Move {
  const { steps, tools, sources, edits } = work;
  const mending = mendMove(work);
  if (mending) return mending;
  const amlDone = steps.some(({ tool, result }) => tool === 'write_aml' && result?.problem === null);
  if (changes.field && aml !== null && !amlDone && !declares(aml, changes.field.name)) {
    const grown = addToAml(aml, changes.field);
    if (grown === null) return say('I could not find a model in the AML, so I left everything as it is.');
    return {
      text: `The model gets the field "${changes.field.name}", which may stay empty.`,
      calls: [{ tool: 'write_aml', args: { aml: grown } }],
    };
  }
  const wrote = steps.some(({ tool }) => tool === 'edit_file' || tool === 'write_file');
  if (!wrote && edits.length > 0)
    return { text: 'Now the change itself.', calls: toCalls(edits, sources, tools) };
  const looked = steps.findLast(({ tool }) => tool === 'read_console');
  if (wrote && !looked && tools.has('read_console')) {
    return { text: 'I look at what the preview says.', calls: [{ tool: 'read_console', args: {} }] };
  }
  return say(summary(changes, wrote, readLook(looked?.result ?? null)));
}

/** Why a wish makes no sense in the app that is here, as a sentence; null when it does. */
function misfitting({ field, options }: Changes, { builtBefore }: Transcript): string | null {
  if (options.length > 0 && builtBefore !== null && builtBefore !== 'poll') {
    return 'Only a poll has options, and the app here is none.';
  }
  if (field && builtBefore === 'poll') {
    return 'A poll has no form to put a field into. I can add an option instead: "add the option Sushi".';
  }
  return null;
}

/** Why a field cannot be added, as a sentence; null when nothing stands in the way. */
function fieldObstacle(
  { field }: Changes,
  aml: string | null,
  { steps }: Transcript,
  tools: ReadonlySet<string>,
): string | null {
  if (!field) return null;
  if (!tools.has('write_aml')) return 'This request does not offer me the tool that writes the data model.';
  if (aml === null || aml.trim() === '') {
    return `To add the field "${field.label}" I need a data model, and this draft has none. Ask me to build an app first.`;
  }
  const written = steps.some(({ tool }) => tool === 'write_aml');
  if (written || !declares(aml, field.name)) return null;
  return `The model has a field named "${field.name}" already. Give the new one another name.`;
}

function describe({ title, colour, theme, field, options }: Changes): string {
  const parts = [
    title !== null && `the title to "${title}"`,
    colour !== null && 'the colour',
    theme !== null && `the theme to ${themeName(theme)}`,
    field !== null && `the form, which gets a field for "${field.label}"`,
    options.length > 0 && `the options, adding ${options.join(', ')}`,
  ].filter((part) => part !== false);
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

function summary(changes: Changes, wrote: boolean, look: Look): string {
  if (!wrote) return 'Nothing had to change: it is like that already.';
  if (look.errors.length > 0) {
    return `The change is written, but the preview reports: ${look.errors.slice(0, 3).join('; ')}. I am a script and cannot look into that; you can go back to the version before in the history.`;
  }
  const contrast =
    changes.colour === null
      ? ''
      : ' I shaded the colour as far as needed so that text on it stays readable, in light and dark.';
  const empty =
    changes.field === null
      ? ''
      : ' Entries from before simply have nothing in that field, and whoever may read the entries can read it.';
  const unseen = look.unseen === null ? '' : ` I could not look at the preview myself: ${look.unseen}`;
  return `Done: I changed ${describe(changes)}.${contrast}${empty}${unseen}`;
}

function themeName(theme: NonNullable<Changes['theme']>): string {
  return theme === 'light dark' ? "the visitor's own setting" : theme;
}
