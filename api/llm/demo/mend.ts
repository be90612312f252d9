import type { AppFiles, AppPath } from './apps.ts';
import { AML_PATH, applyEdits, type Edit } from './edits.ts';
import { addToAml, declares, type Field } from './field.ts';
import { say, type Call, type Move } from './move.ts';
import { contentOf, isCut, isRead, read } from './reading.ts';
import type { Step } from './transcript.ts';

/** A change on its way: what was done so far, and what is to do in the files as they were read last. */
export interface Work {
  readonly field: Field | null;
  readonly steps: readonly Step[];
  readonly tools: ReadonlySet<string>;
  readonly sources: Partial<AppFiles>;
  readonly edits: readonly Edit[];
}

const WRITES: readonly string[] = ['write_aml', 'write_file', 'edit_file'];

export function isWrite({ tool }: Step): boolean {
  return WRITES.includes(tool);
}

/**
 * What to do about a refused save: read the file as it is now, put the same small change into that, once; then explain.
 * Text that was read before the refusal is never written back, for it may be without what somebody else saved.
 * @returns null when every save is well, or was made good
 */
export function mendMove(work: Work): Move | null {
  const refused = work.steps.filter((step) => isWrite(step) && step.result?.problem);
  for (const path of new Set(refused.map(targetOf))) {
    const move = mend(path, work);
    if (move) return move;
  }
  return null;
}

function mend(path: string, work: Work): Move | null {
  const { steps } = work;
  const writes = [...steps.entries()].filter(([, step]) => isWrite(step) && targetOf(step) === path);
  const refusals = writes.filter(([, step]) => step.result?.problem);
  const [lastAt, last] = refusals.at(-1) ?? [];
  if (lastAt === undefined || !last) return null;
  const problem = last.result?.problem ?? '';
  const conflict = last.result?.code === 'conflict';
  const firstAt = refusals[0]?.[0] ?? lastAt;
  const lookAt = steps.findIndex((step, at) => at > firstAt && isRead(step, path));

  if (lookAt < 0 && (conflict || last.tool === 'edit_file')) {
    const why = conflict ? 'The draft was changed elsewhere meanwhile' : 'The edit was refused';
    return {
      text: `${why}: ${problem} I read ${path} again and put the change into what is there now.`,
      calls: [read(path)],
    };
  }
  if (lookAt < lastAt) {
    const again = lookAt < 0 ? '' : ', also not on a second try';
    return say(
      `I could not save ${path}${again}: ${problem}\n\nI am a script and know no other way, so I stop here. What others saved is untouched; ask me again in a moment, or change it by hand in the editor.`,
    );
  }
  if (writes.some(([at]) => at > lookAt)) return null;
  return path === AML_PATH
    ? again(path, amlCalls(work))
    : again(path, fileCalls(path, work), conflict ? '' : problem);
}

/** The second try; with nothing left to do, the change is in, and a problem that remains is said. */
function again(path: string, calls: readonly Call[], problem = ''): Move | null {
  if (calls.length > 0) return { text: `Now the change once more, in ${path} as it is now.`, calls };
  if (problem === '') return null;
  return say(
    `The change is saved in ${path}, but the checks find: ${problem}\n\nI am a script and cannot look into that; History has the version before.`,
  );
}

function amlCalls({ field, steps }: Work): readonly Call[] {
  const aml = contentOf(steps, AML_PATH);
  if (field === null || aml === null || declares(aml, field.name)) return [];
  const grown = addToAml(aml, field);
  return grown === null ? [] : [{ tool: 'write_aml', args: { aml: grown } }];
}

/** The whole file as it is now with the change in it: a repeated call with the same arguments may be refused. */
function fileCalls(path: string, { steps, tools, sources, edits }: Work): readonly Call[] {
  const left = edits.filter((edit) => edit.path === path);
  if (left.length === 0) return [];
  return toCalls(left, sources, tools, tools.has('write_file') && !isCut(steps, path));
}

/** The calls that make the edits: one by one, or file by file. */
export function toCalls(
  edits: readonly Edit[],
  sources: Partial<AppFiles>,
  tools: ReadonlySet<string>,
  asWhole = !tools.has('edit_file'),
): readonly Call[] {
  if (!asWhole)
    return edits.map(({ path, find, replace }) => ({ tool: 'edit_file', args: { path, find, replace } }));
  return [...new Set(edits.map(({ path }) => path))].map((path) => whole(path, sources, edits));
}

function whole(path: AppPath, sources: Partial<AppFiles>, edits: readonly Edit[]): Call {
  return { tool: 'write_file', args: { path, content: applyEdits(path, sources[path] ?? '', edits) } };
}

function targetOf({ tool, args }: Step): string {
  return tool === 'write_aml' ? AML_PATH : String(args['path']);
}
