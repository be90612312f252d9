import { snippet, snippetCompletion, startCompletion, type Completion } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import type { AttributeSpec } from '../check/attributes.ts';
import { BLOCKS } from '../syntax/block-words.ts';
import { INFO } from './info.ts';

/** One word to choose, with what the documentation says about it. */
export function option(label: string, type: string, more: Partial<Completion> = {}): Completion {
  const info = INFO.get(label);
  return { label, type, ...(info === undefined ? {} : { info }), ...more };
}

const BODIES: Readonly<Record<(typeof BLOCKS)[number], string>> = {
  model: 'model ${Name} {\n  ${title} ${String}\n}',
  enum: 'enum ${Name} {\n  ${FIRST}\n}',
};

export const BLOCK_OPTIONS: readonly Completion[] = BLOCKS.map((word) =>
  snippetCompletion(BODIES[word], option(word, 'keyword')),
);

/** An attribute; where it takes arguments, the cursor ends between its brackets and they are offered at once. */
export function attributeOption(mark: '@' | '@@', name: string, spec: AttributeSpec): Completion {
  const label = `${mark}${name}`;
  const template = templateOf(label, spec);
  return option(label, 'property', {
    detail: spec.example.slice(label.length),
    apply: (view, completion, from, to) =>
      // In front of brackets that are there already, only the name is replaced.
      insert(view, completion, from, to, view.state.sliceDoc(to, to + 1) === '(' ? label : template),
  });
}

function templateOf(label: string, spec: AttributeSpec): string {
  if (spec.parameters.length === 0) return label;
  const words = spec.parameters.map(({ name }) => name);
  if (words.includes('references')) return `${label}(fields: [\${}], references: [\${}])\${}`;
  return words[0] === 'fields' ? `${label}([\${}])\${}` : `${label}(\${})\${}`;
}

/** A parameter by its name; lists of fields get their brackets. */
export function parameterOption(name: string): Completion {
  const isList = name === 'fields' || name === 'references';
  return option(`${name}:`, 'keyword', {
    apply: (view, completion, from, to) =>
      insert(view, completion, from, to, isList ? `${name}: [\${}]\${}` : `${name}: \${}`),
  });
}

function insert(view: EditorView, completion: Completion, from: number, to: number, template: string): void {
  snippet(template)(view, completion, from, to);
  if (template.includes('${')) startCompletion(view);
}
