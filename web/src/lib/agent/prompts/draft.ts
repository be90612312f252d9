import type { DraftState } from '../workspace.ts';

const AML_SHOWN = 12_000;

/** The draft as it is when the turn begins. */
export function draftSection({ revision, aml, files }: DraftState): string {
  if (files.size === 0 && aml.trim() === '') return 'The draft is empty: nothing has been written yet.';
  const list = [...files].map(([path, content]) => `- ${path} (${content.length} characters)`).join('\n');
  const model =
    aml.trim() === ''
      ? 'It has no data model.'
      : aml.length > AML_SHOWN
        ? 'It has a data model: read it with read_file "model.aml".'
        : `Its data model:\n${aml}`;
  return `The draft at the start of this turn (revision ${revision}) has these files:\n${list || '- none'}\n${model}`;
}
