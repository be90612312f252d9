import type { StudioState } from '#lib/studio/sdk.ts';
import type { Capabilities } from '../studio/capabilities.ts';
import { FORM } from './form.ts';
import { RENDERER } from './renderer.ts';
import { SLIDES } from './slides.ts';
import { STUDIO_VISION, STUDIO_WORK, UPGRADE } from './studio-work.ts';

interface StudioKind {
  readonly noun: string;
  readonly section: string;
}

/** What the agent is told of each kind besides what its Studio tells by itself. */
const KINDS: Readonly<Record<string, StudioKind>> = {
  form: { noun: 'form', section: FORM },
  slides: { noun: 'deck', section: SLIDES },
};

/** What a document of a vertical is called. */
export function nounOf(vertical: string): string {
  return KINDS[vertical]?.noun ?? 'document';
}

/** Characters of the document that the prompt shows; a longer one is to be read. */
const DOCUMENT_SHOWN = 16_000;

/**
 * The whole system prompt for the document in a Studio, with the document as it is when the turn begins.
 * @param canLook the model sees pictures and has a tool that takes them
 */
export function studioPrompt(
  state: StudioState,
  { vertical, skills }: Capabilities,
  { canLook = false } = {},
): string {
  const kind = KINDS[vertical];
  return [
    STUDIO_WORK,
    ...(kind === undefined ? [] : [kind.section]),
    ...skills.map(({ instructions }) => instructions),
    RENDERER,
    UPGRADE,
    ...(canLook ? [STUDIO_VISION] : []),
    stateSection(state),
  ].join('\n\n');
}

/** The document as it is when the turn begins. */
function stateSection({ version, document, valid, ...schema }: StudioState): string {
  const { currentSchemaVersion, docSchemaVersion, rendererSchemaVersion } = schema;
  const stale = Math.min(docSchemaVersion, rendererSchemaVersion) < currentSchemaVersion;
  return [
    `The document at the start of this turn (version ${version}${valid ? '' : ', not valid'}):`,
    document.length <= DOCUMENT_SHOWN
      ? document
      : `It has ${document.length} characters: read it with studio_get_state.`,
    ...(stale
      ? [
          `It is out of date: the schema is at version ${currentSchemaVersion}, the document was made for version ${docSchemaVersion}, its page for version ${rendererSchemaVersion}.`,
        ]
      : []),
  ].join('\n');
}
