import { APP_PATHS, type AppFiles, type AppPath, type DemoApp } from './apps.ts';
import { changesAnything, type Changes } from './changes.ts';
import { applyEdits, planEdits, toOption } from './edits.ts';
import { addToAml } from './field.ts';
import { say, type Call, type Move } from './move.ts';
import { followUps, IDENTITY } from './phrases.ts';
import { readLook, type Look } from './tool-result.ts';
import type { Step, Transcript } from './transcript.ts';

const WRITERS = ['write_aml', 'write_file'] as const;

/**
 * The next move on the way to a new app: the model, the files, a look at the preview's console, a summary. Which comes
 * next follows from the tool results alone.
 */
export function buildMove(
  app: DemoApp,
  changes: Changes,
  transcript: Transcript,
  tools: ReadonlySet<string>,
): Move {
  const lacking = WRITERS.filter((tool) => !tools.has(tool));
  if (lacking.length > 0) {
    return say(
      `${IDENTITY} I could build a ${app.script.name}, but for that I need the tools ${lacking.join(' and ')}, which this request does not offer.`,
    );
  }
  const wanted = customize(app, changes);
  const { steps } = transcript;
  const failed = lastFailure(steps);
  if (failed) return repair(failed, wanted, steps, tools);

  if (!succeeded(steps, 'write_aml')) {
    const replaces = transcript.builtBefore
      ? ' It takes the place of the app that is in this draft now.'
      : '';
    return {
      text: `${IDENTITY} ${app.script.intro}${replaces}\n\n${app.script.data}`,
      calls: [{ tool: 'write_aml', args: { aml: wanted.aml } }],
    };
  }
  const missing = APP_PATHS.filter((path) => !succeeded(steps, 'write_file', path));
  if (missing.length > 0) {
    const text =
      missing.length === APP_PATHS.length ? app.script.files : 'Now the files that are still missing.';
    return { text, calls: missing.map((path) => writeFile(path, wanted.files)) };
  }
  const looked = steps.findLast(({ tool }) => tool === 'read_console');
  if (!looked && tools.has('read_console')) {
    return { text: 'Everything is written. I look at what the preview says.', calls: [readConsole] };
  }
  return say(summary(app, changes, wanted, readLook(looked?.result ?? null)));
}

interface Wanted {
  readonly aml: string;
  readonly files: AppFiles;
  readonly missing: readonly string[];
}

/** The app's sources with the changes that the very request asked for. */
function customize(app: DemoApp, changes: Changes): Wanted {
  if (!changesAnything(changes)) return { aml: app.aml, files: app.files, missing: [] };
  const base = changes.options.length > 1 ? withOptions(app.files, changes.options) : app.files;
  const { edits, missing } = planEdits({ ...changes, options: [] }, base);
  const edited = Object.fromEntries(APP_PATHS.map((path) => [path, applyEdits(path, base[path], edits)]));
  const aml = changes.field && missing.length === 0 ? addToAml(app.aml, changes.field) : null;
  return { aml: aml ?? app.aml, files: { ...base, ...edited }, missing };
}

function withOptions(files: AppFiles, options: readonly string[]): AppFiles {
  const page = files['index.html'];
  const old = /(?:[ ]*<label><input type="radio"[^\n]*\n)+/.exec(page)?.[0];
  if (old === undefined) return files;
  const lines = options.map((option) => `          ${toOption(option)}\n`).join('');
  return { ...files, 'index.html': page.replace(old, () => lines) };
}

/** The last step when it failed; all steps of one answer count as last. */
function lastFailure(steps: readonly Step[]): Step | null {
  const writes = steps.filter(({ tool }) => tool === 'write_aml' || tool === 'write_file');
  const failed = writes.findLast((step) => step.result?.problem);
  if (!failed) return null;
  const mended = writes
    .slice(writes.indexOf(failed) + 1)
    .some((step) => sameTarget(step, failed) && !step.result?.problem);
  return mended ? null : failed;
}

/** Says what went wrong and tries once in another way; the second time it stops and explains. */
function repair(failed: Step, wanted: Wanted, steps: readonly Step[], tools: ReadonlySet<string>): Move {
  const problem = failed.result?.problem ?? '';
  const tries = steps.filter((step) => sameTarget(step, failed) && step.result?.problem).length;
  const what = failed.tool === 'write_aml' ? 'the AML' : `the file ${String(failed.args['path'])}`;
  if (tries > 1) {
    return say(
      `I could not write ${what}, also not on a second try. The reason given: ${problem}\n\nI am a script and cannot find a way around this. What is written so far stays in the draft; you can mend it by hand in the editor, or ask me again later.`,
    );
  }
  if (failed.tool === 'write_aml') {
    return {
      text: `The AML was not accepted: ${problem} I try once more without the extra rules on single fields.`,
      calls: [{ tool: 'write_aml', args: { aml: withoutFieldRules(wanted.aml) } }],
    };
  }
  const path = APP_PATHS.find((one) => one === failed.args['path']) ?? 'index.html';
  const again = writeFile(path, wanted.files);
  const listed = steps.slice(steps.indexOf(failed)).some(({ tool }) => tool === 'list_files');
  if (!listed && tools.has('list_files')) {
    return {
      text: `Writing ${path} did not work: ${problem} I look at what is there, then try once more.`,
      calls: [{ tool: 'list_files', args: {} }],
    };
  }
  return { text: `Now ${path} once more.`, calls: [again] };
}

/** Takes the field validators and indexes out: what is left is the plain shape of the data. */
function withoutFieldRules(aml: string): string {
  return aml
    .replace(/[ ]+@(?:length|email|url|regex|gt|gte|lt|lte|trim|lower)\b(?:\([^)]*\))?/g, '')
    .replace(/^\s*@@index\(.*\)\n/gm, '');
}

function summary(app: DemoApp, changes: Changes, wanted: Wanted, look: Look): string {
  const trouble =
    look.errors.length > 0
      ? `The files are written, but the preview reports: ${look.errors.slice(0, 3).join('; ')}. I am a script and cannot look into that; a reload of the preview may help.`
      : app.script.summary;
  const unseen = look.unseen === null ? '' : `\n\nI could not look at the preview myself: ${look.unseen}`;
  const unmet =
    wanted.missing.length > 0 ? `\n\nI left out one wish, for want of ${wanted.missing.join(' and ')}.` : '';
  const single =
    changes.options.length === 1 ? '\n\nA poll needs two options or more, so I kept my own.' : '';
  return `${trouble}${unseen}\n\n${app.script.details}${unmet}${single}\n\n${followUps(app.key)}`;
}

function succeeded(steps: readonly Step[], tool: string, path?: string): boolean {
  return steps.some(
    (step) =>
      step.tool === tool &&
      step.result?.problem === null &&
      (path === undefined || step.args['path'] === path),
  );
}

function sameTarget(a: Step, b: Step): boolean {
  return a.tool === b.tool && a.args['path'] === b.args['path'];
}

function writeFile(path: AppPath, files: AppFiles): Call {
  return { tool: 'write_file', args: { path, content: files[path] } };
}

const readConsole: Call = { tool: 'read_console', args: {} };
