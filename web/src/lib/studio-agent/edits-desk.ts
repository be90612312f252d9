import { PICTURE_CHARACTERS } from '#lib/agent/preview-log.ts';
import type { StudioDesk } from '#lib/agent/studio/studio-desk.ts';
import { WorkspaceError } from '#lib/agent/workspace.ts';
import type { HeldSubject } from '#lib/builder/chat.svelte.ts';
import { fromAgent } from '#lib/builder/not-sent.ts';
import { shrunk } from '#lib/builder/take-picture.ts';
import type { ProjectEdits } from '#lib/projects/project-edits.svelte.ts';
import { copy } from './copy.ts';

/**
 * The Studio of a project's page in the hands of a turn.
 * @throws AgentMissing; WorkspaceError `unavailable` while the Studio does not answer
 */
export async function holdStudio(edits: ProjectEdits, vertical: string): Promise<HeldSubject> {
  const { StudioSubject } = await fromAgent(import('#lib/agent/studio/studio-subject.ts'));
  const { handle: studio } = edits;
  if (studio === null) throw new WorkspaceError('unavailable', copy.notReady);
  let { version } = await studio.getState();
  const end = studio.on('change', (_change, told) => (version = told));
  const desk: StudioDesk = {
    studio,
    get version() {
      return version;
    },
    fit: (picture) => shrunk(picture, PICTURE_CHARACTERS),
    kept: async () => ((await edits.flush()) ? null : whyNotKept(edits)),
  };
  return { subject: new StudioSubject(desk, vertical), end };
}

function whyNotKept({ saved }: ProjectEdits): string {
  if (saved.status === 'failed') return saved.why;
  return saved.status === 'conflict' ? copy.undecided : copy.notStored;
}
