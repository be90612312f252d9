import { jsonSchema, tool, type ToolSet } from 'ai';
import { z } from 'zod';
import type { MutationResult } from '#lib/studio/protocol.ts';
import { failure } from '../tools/result.ts';
import { PICTURES_PER_TURN } from '../tools/screenshot-tool.ts';
import { setDocumentParams } from './document-schema.ts';
import { checkRenderer } from './read-renderer.ts';
import { asTool, type StudioBench } from './studio-bench.ts';

/** Characters of a document and of a renderer that one answer holds. */
const DOCUMENT_SHOWN = 60_000;
const RENDERER_SHOWN = 40_000;

/**
 * The fixed set of tools that wraps the protocol one to one (spec 4.9). Each change is made for the version that the
 * agent has seen, so that it never runs over what the person did meanwhile.
 * @param schema the content contract, from `getSchema` @param vision the model sees pictures
 */
export function studioTools(
  bench: StudioBench,
  schema: Readonly<Record<string, unknown>>,
  vision: boolean,
): ToolSet {
  const { studio } = bench.desk;

  /** What a change of the document is answered with: the Studio's result, and what became of the text. */
  async function written(result: MutationResult): Promise<object> {
    const { ok: valid, version, ...more } = result;
    return { ok: true, version, valid, ...(await bench.wrote(version)), ...more };
  }

  return {
    studio_get_state: tool({
      description:
        'Read the document as it is now, its version, whether it is valid, and the schema versions that it and its renderer were made for.',
      inputSchema: z.object({}),
      execute: () =>
        asTool(async () => {
          const { version, document, valid, ...state } = await studio.getState();
          const { docSchemaVersion, rendererSchemaVersion, currentSchemaVersion } = state;
          bench.read(version, document);
          return {
            ok: true,
            version,
            valid,
            ...textWithin('document', document, DOCUMENT_SHOWN),
            diagnostics: valid ? [] : await studio.validate(),
            docSchemaVersion,
            rendererSchemaVersion,
            currentSchemaVersion,
            stale: Math.min(docSchemaVersion, rendererSchemaVersion) < currentSchemaVersion,
          };
        }),
    }),
    studio_set_document: tool({
      description:
        'Replace the whole document. For a new document or a thorough change; for a small one use studio_invoke or studio_apply_edit.',
      inputSchema: jsonSchema<{ document: unknown }>(setDocumentParams(schema)),
      execute: ({ document }) =>
        asTool(async () => {
          // Some models write the JSON as a text although they are asked for the object.
          const text = typeof document === 'string' ? document : JSON.stringify(document ?? {}, null, 2);
          return written(await studio.setDocument(text, { baseVersion: bench.seen }));
        }),
    }),
    studio_apply_edit: tool({
      description:
        'Replace the first place where a text stands in the document\'s JSON. The text to find has to stand there exactly; "matches" in the answer says how many places there were.',
      inputSchema: z.object({
        find: z.string().describe('Text of the document, copied exactly.'),
        replace: z.string().describe('What stands there instead.'),
      }),
      execute: ({ find, replace }) =>
        asTool(async () => written(await studio.applyEdit(find, replace, { baseVersion: bench.seen }))),
    }),
    studio_validate: tool({
      description: 'List what is wrong with the document, with places and hints.',
      inputSchema: z.object({}),
      execute: () => asTool(async () => ({ ok: true, diagnostics: await studio.validate() })),
    }),
    studio_schema_diff: tool({
      description:
        'What changed in the content schema since a version of it, with hints for the migration of a document.',
      inputSchema: z.object({ fromVersion: z.number().int().min(0) }),
      execute: ({ fromVersion }) =>
        asTool(async () => ({ ok: true, ...(await studio.getSchemaDiff(fromVersion)) })),
    }),
    studio_invoke: tool({
      description: `Do one operation of this editor:\n${operationLines(bench)}`,
      inputSchema: z.object({
        op: operationNames(bench),
        params: z.record(z.string(), z.unknown()).optional(),
      }),
      execute: ({ op, params }) =>
        asTool(async () => {
          const result = await studio.invoke(op, params, { baseVersion: bench.seen });
          return isMutation(result) ? written(result) : { ok: true, result: result ?? null };
        }),
    }),
    studio_set_renderer: tool({
      description:
        'Give the page another look: one complete HTML page that reads the document from its element platform-doc.',
      inputSchema: z.object({ html: z.string() }),
      execute: ({ html }) =>
        asTool(async () => {
          const problems = checkRenderer(html);
          // Without it the page could show nothing, so it is not even tried.
          const homeless = problems.find(({ code }) => code === 'no_document_place');
          if (homeless !== undefined) {
            return failure(homeless.code, `${homeless.message} ${homeless.hint ?? ''} Nothing was changed.`);
          }
          await studio.setRenderer(html, { baseVersion: bench.seen });
          bench.renderer = html;
          bench.seen += 1;
          return { ok: true, version: bench.seen, lines: html.split('\n').length, problems };
        }),
    }),
    studio_get_renderer: tool({
      description: 'Read the page that shows the document now.',
      inputSchema: z.object({}),
      execute: () =>
        asTool(async () => {
          const html = await studio.getRenderer();
          if (html === null) return { ok: true, html: null, note: 'There is none: the page is blank.' };
          return { ok: true, ...textWithin('html', html, RENDERER_SHOWN) };
        }),
    }),
    ...(vision && screenshotTool(bench)),
  };
}

/** Only for a model that sees (spec 4.9). */
function screenshotTool({ desk, capabilities }: StudioBench): ToolSet {
  let taken = 0;
  return {
    studio_screenshot: tool({
      description: `Take a picture of the page as it is rendered. Targets: ${capabilities.screenshotTargets.join(', ')}. You get it behind the results of this step.`,
      inputSchema: z.object({ target: z.string().optional() }),
      execute: ({ target }, { abortSignal }) =>
        asTool(async () => {
          if (taken >= PICTURES_PER_TURN) {
            return failure('enough_pictures', `A turn can take ${PICTURES_PER_TURN} pictures.`);
          }
          const options = abortSignal === undefined ? {} : { signal: abortSignal };
          const picture = await desk.studio.screenshot(target, options);
          taken += 1;
          return { ok: true, version: desk.version, ...(await desk.fit(picture)) };
        }),
    }),
  };
}

function operationLines({ capabilities: { tools } }: StudioBench): string {
  return tools
    .map(
      ({ op, description, inputSchema }) => `- ${op}: ${description} params: ${JSON.stringify(inputSchema)}`,
    )
    .join('\n');
}

/** The names in the schema, so that a model that is held to it cannot invent one. */
function operationNames({ capabilities: { tools } }: StudioBench): z.ZodType<string> {
  const [first, ...others] = tools.map(({ op }) => op);
  return first === undefined ? z.string() : z.enum([first, ...others]);
}

function isMutation(result: unknown): result is MutationResult {
  return (
    typeof result === 'object' &&
    result !== null &&
    'version' in result &&
    typeof result.version === 'number' &&
    'diagnostics' in result &&
    Array.isArray(result.diagnostics)
  );
}

/** A text as a member of an answer; a long one is cut, and says so. */
function textWithin(name: string, text: string, most: number): Readonly<Record<string, unknown>> {
  if (text.length <= most) return { [name]: text };
  return { [name]: text.slice(0, most), cut: true, characters: text.length };
}
