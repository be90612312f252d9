import type { DraftState } from '../workspace.ts';
import { AML } from './aml.ts';
import { BRIDGE } from './bridge.ts';
import { WITH_DATA, WITHOUT_DATA } from './data.ts';
import { draftSection } from './draft.ts';
import { FILES } from './files.ts';
import { VISION } from './vision.ts';
import { WORK } from './work.ts';

/** What is being built: each kind has sections of its own between the common ones. */
type BuildKind = 'app with data' | 'app without data';

const SECTIONS: Readonly<Record<BuildKind, readonly string[]>> = {
  'app with data': [WORK, FILES, AML, BRIDGE, WITH_DATA],
  'app without data': [WORK, FILES, AML, BRIDGE, WITHOUT_DATA],
};

function kindOf({ aml }: DraftState): BuildKind {
  return aml.trim() === '' ? 'app without data' : 'app with data';
}

/**
 * The whole system prompt for an app, with the draft as it is when the turn begins.
 * @param canLook the model sees pictures and has a tool that takes them
 */
export function appPrompt(state: DraftState, { canLook = false } = {}): string {
  const sections = [...SECTIONS[kindOf(state)], ...(canLook ? [VISION] : []), draftSection(state)];
  return sections.join('\n\n');
}
