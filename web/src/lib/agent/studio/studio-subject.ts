import type { Problem } from '../checks/problem.ts';
import { isFault } from '../checks/problem.ts';
import type { FinishCheck } from '../finish-check.ts';
import { nounOf, studioPrompt } from '../prompts/studio.ts';
import type { SubjectTurn, SubjectWork, TurnSubject } from '../subject.ts';
import { WorkspaceError } from '../workspace.ts';
import { readCapabilities } from './capabilities.ts';
import { checkRenderer, documentProblems, DOCUMENT_PATH } from './read-renderer.ts';
import { StudioBench } from './studio-bench.ts';
import type { StudioDesk } from './studio-desk.ts';
import { studioTools } from './studio-tools.ts';

/** The document in a Studio as a turn works on it, by the protocol alone (spec 4.8, 4.9). */
export class StudioSubject implements TurnSubject {
  readonly noun: string;
  readonly wayBack = 'take the change back';
  readonly #desk: StudioDesk;

  /** @param vertical of the Studio: `form`, `slides` */
  constructor(desk: StudioDesk, vertical: string) {
    this.#desk = desk;
    this.noun = nounOf(vertical);
  }

  get revision(): number {
    return this.#desk.version;
  }

  async begin({ vision }: SubjectTurn): Promise<SubjectWork> {
    const desk = this.#desk;
    const { studio } = desk;
    const [told, schema, state] = await Promise.all([
      studio.describe(),
      studio.getSchema(),
      studio.getState(),
    ]).catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new WorkspaceError('unavailable', `The editor did not answer. ${why}`, { cause });
    });
    const capabilities = readCapabilities(told);
    const bench = new StudioBench(desk, capabilities, state.version, state.document);

    /** What is wrong now: with the document, and with a renderer that this turn wrote. */
    async function problems(): Promise<readonly Problem[]> {
      const found = documentProblems(await studio.validate());
      return bench.renderer === null ? found : [...found, ...checkRenderer(bench.renderer)];
    }

    return {
      instructions: studioPrompt(state, capabilities, { canLook: vision }),
      mentioned: null,
      tools: studioTools(bench, schema, vision),
      get circling(): boolean {
        return bench.circles.circling;
      },
      async finish(): Promise<FinishCheck> {
        const found = await problems();
        const faults = found.filter(isFault);
        // A document with mistakes is not stored by anybody; that it has some says enough.
        const why = faults.length > 0 ? null : await desk.kept();
        return { problems: why === null ? found : [...found, notKept(why)], faults, seenRunning: true };
      },
      problems: (closing): Promise<readonly Problem[]> => (closing ? Promise.resolve([]) : problems()),
    };
  }
}

/** The model cannot mend this: the person is told. */
function notKept(message: string): Problem {
  return { path: DOCUMENT_PATH, line: 1, col: 1, severity: 'warning', code: 'not_saved', message };
}
