import { forEachDiagnostic, setDiagnosticsEffect } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { EditorView, hoverTooltip } from '@codemirror/view';
import { graphql, offsetToPos } from 'cm6-graphql';
import type { GraphQLSchema } from 'graphql';
import { getHoverInformation } from 'graphql-language-service';

/** One mistake in a text, with the place it is marked at. */
export interface Mistake {
  readonly message: string;
  readonly from: number;
}

interface Options {
  /** A field or a type was pressed with Ctrl or Cmd. */
  readonly ondocs: (type: string | undefined, field: string | undefined) => void;
  readonly onmistakes: (found: readonly Mistake[]) => void;
}

/** GraphQL in the editor, with what the schema knows: completion, marks, and descriptions under the pointer. */
export function queryLanguage(schema: GraphQLSchema, { ondocs, onmistakes }: Options): Extension {
  return [
    graphql(schema, {
      onShowInDocs: (field, type, parent) => ondocs(parent ?? type, parent === undefined ? undefined : field),
    }),
    hoverTooltip((view, at) => {
      const word = view.state.wordAt(at);
      if (word === null) return null;
      // At the word's end the reader of tokens is past it already.
      const place = offsetToPos(view.state.doc, word.to - 1);
      const text = getHoverInformation(schema, view.state.doc.toString(), place, undefined, {
        useMarkdown: false,
      });
      if (typeof text !== 'string' || text === '') return null;
      const dom = document.createElement('div');
      dom.className = 'cm-aml-hover';
      dom.style.whiteSpace = 'pre-wrap';
      dom.textContent = text;
      return { pos: word.from, end: word.to, create: () => ({ dom }) };
    }),
    mistakesOf(onmistakes),
  ];
}

/** Tells of the marks whenever the linter has looked again. */
export function mistakesOf(tell: Options['onmistakes']): Extension {
  return EditorView.updateListener.of(({ state, transactions }) => {
    if (!transactions.some(({ effects }) => effects.some((effect) => effect.is(setDiagnosticsEffect))))
      return;
    const found: Mistake[] = [];
    forEachDiagnostic(state, ({ message }, from) => found.push({ message, from }));
    tell(found);
  });
}
