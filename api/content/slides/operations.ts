import type { JsonSchema } from '../kind.ts';
import {
  entrySchema,
  isObject,
  listOf,
  memberEdits,
  moveEdits,
  type Operation,
  type Params,
  paramsSchema,
} from '../operation.ts';
import { SCHEMA } from './schema.ts';

const SLIDES = 'slides';
const INDEX: JsonSchema = { type: 'integer', minimum: 0, description: 'Place in the deck, from 0.' };

/** What a deck can do by `invoke` (design 11). Places count from 0, as in JSON pointers. */
export const OPERATIONS: readonly Operation[] = [
  {
    op: 'slideCount',
    name: 'slides_count',
    description: 'How many slides the deck has.',
    inputSchema: paramsSchema({}),
    edits: false,
    run: (document) => ({ result: listOf(document, SLIDES).length }),
  },
  {
    op: 'list',
    name: 'slides_list',
    description: 'The slides with their place, layout and heading.',
    inputSchema: paramsSchema({}),
    edits: false,
    run: (document) => ({
      result: listOf(document, SLIDES).map((slide, index) => {
        const { layout = null, heading = null } = isObject(slide) ? slide : {};
        return { index, target: targetOf(index), layout, heading };
      }),
    }),
  },
  {
    op: 'add',
    name: 'slides_add',
    description: 'Adds a slide: at the end, or at a place.',
    inputSchema: paramsSchema({ slide: entrySchema(SCHEMA, SLIDES), index: INDEX }, ['slide']),
    edits: true,
    run(document, params) {
      const { length } = listOf(document, SLIDES);
      const index = params.index('index', length, length);
      const slide = params.object('slide');
      return { edits: [{ path: [SLIDES, index], value: slide, insert: true }], result: { index } };
    },
  },
  {
    op: 'update',
    name: 'slides_update',
    description: 'Changes members of a slide; null takes a member away.',
    inputSchema: paramsSchema(
      { index: INDEX, changes: { type: 'object', description: 'Members and values.' } },
      ['index', 'changes'],
    ),
    edits: true,
    run(document, params) {
      const index = indexIn(document, params, 'index');
      return { edits: memberEdits([SLIDES, index], params.object('changes')), result: { index } };
    },
  },
  {
    op: 'move',
    name: 'slides_move',
    description: 'Takes a slide to another place.',
    inputSchema: paramsSchema({ from: INDEX, to: INDEX }, ['from', 'to']),
    edits: true,
    run(document, params) {
      const from = indexIn(document, params, 'from');
      const to = indexIn(document, params, 'to');
      const slide = listOf(document, SLIDES)[from];
      return { edits: moveEdits(SLIDES, slide, from, to), result: { index: to } };
    },
  },
  {
    op: 'remove',
    name: 'slides_remove',
    description: 'Removes a slide.',
    inputSchema: paramsSchema({ index: INDEX }, ['index']),
    edits: true,
    run(document, params) {
      const index = indexIn(document, params, 'index');
      return { edits: [{ path: [SLIDES, index], value: undefined }], result: { index } };
    },
  },
  {
    op: 'goto',
    name: 'slides_goto',
    description: 'Shows a slide.',
    inputSchema: paramsSchema({ index: INDEX }, ['index']),
    edits: false,
    run(document, params) {
      const index = indexIn(document, params, 'index');
      return { show: targetOf(index), result: { index } };
    },
  },
];

/** A slide as screenshots and links name it: these count from 1, as people do. */
function targetOf(index: number): string {
  return `slide:${index + 1}`;
}

function indexIn(document: unknown, params: Params, name: string): number {
  return params.index(name, listOf(document, SLIDES).length - 1);
}
