import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { FIELD_ATTRIBUTES, MODEL_ATTRIBUTES } from '../check/attributes.ts';
import type { DocumentNode, FieldNode, ModelNode } from '../syntax/tree.ts';
import { SCALAR_TYPES } from '../types/all.ts';
import { argumentOptions } from './complete-argument.ts';
import { attributeOption, BLOCK_OPTIONS, option } from './options.ts';
import { documentOf } from './parser.ts';
import { placeAt, type Place } from './place.ts';
import { suitingAttributes } from './suits.ts';

/**
 * Completion for the place of the cursor. It opens by itself where a word or an `@` is typed, and between brackets,
 * where only few words are possible; anywhere else it waits to be asked.
 */
export function completeAml(context: CompletionContext): CompletionResult | null {
  const document = documentOf(context.state);
  const place = placeAt(document, context.pos);
  if (place === null) return null;
  if (place.from === context.pos && place.what.kind !== 'argument' && !context.explicit) return null;
  const options = optionsAt(document, place, context.explicit);
  if (options.length === 0) return null;
  return { from: place.from, options: [...options], validFor: /^@{0,2}\w*$/ };
}

function optionsAt(document: DocumentNode, { what }: Place, explicit: boolean): readonly Completion[] {
  switch (what.kind) {
    case 'top':
      return BLOCK_OPTIONS;
    case 'type':
      return typeOptions(document);
    case 'attribute':
      return fieldAttributes(document, what.field);
    case 'member':
      // A name of one's own is written here: only its `@@` shows that it is none.
      if (what.mark === '' && !explicit) return [];
      return [
        ...modelAttributes(what.model),
        ...(what.mark === '@' && what.field !== null ? fieldAttributes(document, what.field) : []),
      ];
    case 'argument':
      return argumentOptions(document, what);
  }
}

function typeOptions(document: DocumentNode): readonly Completion[] {
  const named = (nodes: DocumentNode['models'] | DocumentNode['enums'], kind: string): Completion[] =>
    nodes.flatMap(({ name, doc }) =>
      name === null
        ? []
        : [option(name.text, kind, doc === null ? { detail: kind } : { detail: kind, info: doc })],
    );
  return [
    ...Object.keys(SCALAR_TYPES).map((name) => option(name, 'type')),
    ...named(document.enums, 'enum'),
    ...named(document.models, 'model').map((one) => ({ ...one, type: 'class' })),
  ];
}

function fieldAttributes(document: DocumentNode, field: FieldNode): readonly Completion[] {
  const there = field.attributes.map(({ name }) => name.text);
  const suiting = suitingAttributes(document, field).filter((name) => !there.includes(name));
  return [...FIELD_ATTRIBUTES]
    .filter(([name]) => suiting.includes(name))
    .map(([name, spec]) => attributeOption('@', name, spec));
}

function modelAttributes(model: ModelNode): readonly Completion[] {
  const there = model.attributes.map(({ name }) => name.text);
  return [...MODEL_ATTRIBUTES]
    .filter(([name, { repeatable }]) => repeatable || !there.includes(name))
    .map(([name, spec]) => attributeOption('@@', name, spec));
}
