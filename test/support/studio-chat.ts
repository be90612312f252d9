import type { ContentKind } from '../../api/content/kind.ts';
import { kindOf, type KindId } from '../../api/content/kinds.ts';
import { LIST } from '../../api/llm/demo/studio/kind.ts';
import { readCapabilities } from '../../web/src/lib/agent/studio/capabilities.ts';
import { setDocumentParams } from '../../web/src/lib/agent/studio/document-schema.ts';
import { StudioBench } from '../../web/src/lib/agent/studio/studio-bench.ts';
import { studioTools } from '../../web/src/lib/agent/studio/studio-tools.ts';
import { EngineDesk } from '../../web/src/lib/agent/studio/testing/engine.ts';
import { leadChat, type DemoTurn, type ToolAnswer } from './demo-chat.ts';

/** The tools of spec 4.9 that do not need a model that sees. */
export const STUDIO_TOOLS: readonly string[] = [
  'studio_get_state',
  'studio_set_document',
  'studio_apply_edit',
  'studio_validate',
  'studio_schema_diff',
  'studio_invoke',
  'studio_set_renderer',
  'studio_get_renderer',
];

/** A chat with the demo about a form or a deck in a Studio, by the agent's own tools on the Studio's own engine. */
export function createStudioChat(
  id: KindId,
  { tools = STUDIO_TOOLS, kind = kindOf(id) }: { tools?: readonly string[]; kind?: ContentKind } = {},
) {
  const desk = new EngineDesk(kind);
  const { studio } = desk;
  let offered = tools;
  let executed: ReturnType<typeof studioTools> = {};

  /** Does a call as the agent does it. */
  const run: ToolAnswer<unknown> = ({ tool, args }) => {
    const execute = executed[tool]?.execute;
    if (!execute) throw new Error(`There is no tool ${tool}.`);
    return execute(args, { toolCallId: 'call', messages: [], context: undefined });
  };
  const parameters = setDocumentParams(kind.schema);
  const offer = () =>
    offered.map((name) => ({ name, ...(name === 'studio_set_document' && { parameters }) }));
  const chat = leadChat('You edit one document.', offer, run);

  return {
    run,
    studio,
    /** One turn: it begins with the document as it is then. */
    async ask(request: string, answer: ToolAnswer<unknown> = run): Promise<DemoTurn<unknown>> {
      const { version, document } = await studio.getState();
      const bench = new StudioBench(desk, readCapabilities(await studio.describe()), version, document);
      executed = studioTools(bench, kind.schema, false);
      return chat.ask(request, answer);
    },
    /** The document as it is now; throws where its text is no JSON. */
    document: () => desk.document as Readonly<Record<string, unknown>>,
    /** Its fields or slides. */
    entries: () => (desk.document as Readonly<Record<string, readonly object[]>>)[LIST[id]] ?? [],
    content: () => desk.engine.content,
    /** Offers other tools from here on. */
    offer: (names: readonly string[]): void => void (offered = names),
  };
}
