import type { AppFiles, AppPath } from './apps.ts';
import type { Changes } from './changes.ts';
import { applyEdits, filesToRead, planEdits, type Edit } from './edits.ts';
import { addToAml, declares } from './field.ts';
import { say, type Call, type Move } from './move.ts';
import { IDENTITY } from './phrases.ts';
import { consoleErrors, fileContent } from './tool-result.ts';
import type { Step, Transcript } from './transcript.ts';

/** The next move on the way to changing the app in the draft: read, edit, look at the console, sum up. */
export function reviseMove(changes: Changes, transcript: Transcript, tools: ReadonlySet<string>): Move {
  const { steps } = transcript;
  if (!tools.has('read_file') || !(tools.has('edit_file') || tools.has('write_file'))) {
    return say(
      `${IDENTITY} I could change that, but this request does not offer me the tools to read and edit files.`,
    );
  }
  const obstacle = fieldObstacle(changes, transcript, tools);
  if (obstacle) return say(obstacle);

  const paths = filesToRead(changes);
  const unread = paths.filter((path) => !lastRead(steps, path));
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
  const { edits, missing } = planEdits(changes, sources);
  if (missing.length > 0) {
    return say(
      `I could not find ${missing.join(' and ')}. I am a script and change only apps that are laid out like mine, so I left everything as it is. You can change it by hand in the editor.`,
    );
  }
  return write(changes, transcript, tools, sources, edits);
}

function write(
  changes: Changes,
  { steps, aml }: Transcript,
  tools: ReadonlySet<string>,
  sources: Partial<AppFiles>,
  edits: readonly Edit[],
): Move {
  const failed = steps.findLast(({ result }) => result?.problem);
  const last = steps.at(-1);
  if (failed && last === failed) {
    const fallback =
      failed.tool === 'edit_file' && tools.has('write_file') ? rewrite(failed, sources, edits) : null;
    if (!fallback) {
      return say(
        `That did not work: ${failed.result?.problem ?? ''}\n\nI am a script and know no other way, so I stop here. Nothing else was changed.`,
      );
    }
    return {
      text: `The edit was refused: ${failed.result?.problem ?? ''} I write the whole file instead.`,
      calls: [fallback],
    };
  }
  const amlDone = steps.some(({ tool, result }) => tool === 'write_aml' && result?.problem === null);
  if (changes.field && aml !== null && !amlDone) {
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
  return say(summary(changes, wrote, consoleErrors(looked?.result?.value)));
}

/** Why a field cannot be added, as a sentence; null when nothing stands in the way. */
function fieldObstacle(
  { field, options }: Changes,
  { aml, builtBefore, steps }: Transcript,
  tools: ReadonlySet<string>,
): string | null {
  if (options.length > 0 && builtBefore !== null && builtBefore !== 'poll')
    return 'Only a poll has options, and the app here is none.';
  if (!field) return null;
  if (builtBefore === 'poll')
    return 'A poll has no form to put a field into. I can add an option instead: "add the option Sushi".';
  if (aml === null || !tools.has('write_aml')) {
    return `To add the field "${field.label}" I must know the AML, and I only know one that I wrote in this conversation. You can add the line to the AML by hand in the editor.`;
  }
  const written = steps.some(({ tool }) => tool === 'write_aml');
  if (!written && declares(aml, field.name))
    return `The model has a field named "${field.name}" already. Give the new one another name.`;
  return null;
}

function toCalls(
  edits: readonly Edit[],
  sources: Partial<AppFiles>,
  tools: ReadonlySet<string>,
): readonly Call[] {
  if (tools.has('edit_file'))
    return edits.map(({ path, find, replace }) => ({ tool: 'edit_file', args: { path, find, replace } }));
  return [...new Set(edits.map(({ path }) => path))].map((path) => whole(path, sources, edits));
}

/** The second way to do a refused edit; null when the file is not one of ours. */
function rewrite(failed: Step, sources: Partial<AppFiles>, edits: readonly Edit[]): Call | null {
  const path = edits.find((edit) => edit.path === failed.args['path'])?.path;
  return path ? whole(path, sources, edits) : null;
}

function whole(path: AppPath, sources: Partial<AppFiles>, edits: readonly Edit[]): Call {
  return { tool: 'write_file', args: { path, content: applyEdits(path, sources[path] ?? '', edits) } };
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

function summary(changes: Changes, wrote: boolean, errors: readonly string[]): string {
  if (!wrote) return `Nothing had to change: it is like that already.`;
  if (errors.length > 0) {
    return `The change is written, but the preview reports: ${errors.slice(0, 3).join('; ')}. I am a script and cannot look into that; you can go back to the version before in the history.`;
  }
  const contrast =
    changes.colour !== null
      ? ' I shaded the colour as far as needed so that text on it stays readable, in light and dark.'
      : '';
  const empty =
    changes.field === null
      ? ''
      : ' Entries from before simply have nothing in that field, and whoever may read the entries can read it.';
  return `Done: I changed ${describe(changes)}. Look at the preview.${contrast}${empty}`;
}

function themeName(theme: NonNullable<Changes['theme']>): string {
  return theme === 'light dark' ? "the visitor's own setting" : theme;
}

function read(path: AppPath): Call {
  return { tool: 'read_file', args: { path } };
}

function lastRead(steps: readonly Step[], path: AppPath): Step | undefined {
  return steps.findLast(({ tool, args }) => tool === 'read_file' && args['path'] === path);
}

function contentOf(steps: readonly Step[], path: AppPath): string | null {
  const result = lastRead(steps, path)?.result;
  return !result || result.problem !== null ? null : fileContent(result.value);
}

function problemOf(steps: readonly Step[], path: AppPath | undefined): string {
  return (path && lastRead(steps, path)?.result?.problem) || 'the answer had no text';
}
