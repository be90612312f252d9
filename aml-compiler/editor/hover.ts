import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import type { EditorState } from '@codemirror/state';
import { INFO } from './info.ts';
import { documentOf } from './parser.ts';

interface Explanation {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What the documentation says about the word at an offset: types, attributes, functions and words of rules. */
export function explain(state: EditorState, offset: number, side: -1 | 0 | 1): Explanation | null {
  const node = syntaxTree(state).resolveInner(offset, side);
  const word = state.sliceDoc(node.from, node.to);
  const said = (key: string, from = node.from, to = node.to): Explanation | null => {
    const text = INFO.get(key);
    return text === undefined ? null : { from, to, text };
  };
  switch (node.name) {
    case 'Keyword':
    case 'Word':
      return said(word);
    case 'TypeName':
      return said(word) ?? ownDoc(state, word, node.from, node.to);
    case 'FunctionName':
      return said(`${word}()`);
    case 'At':
    case 'AttributeName': {
      const attribute = node.parent;
      const name = attribute?.getChild('AttributeName');
      if (attribute === null || attribute === undefined || !name) return null;
      return said(state.sliceDoc(attribute.from, name.to), attribute.from, name.to);
    }
    default:
      return null;
  }
}

/** The `///` of a model or an enum of this text. */
function ownDoc(state: EditorState, name: string, from: number, to: number): Explanation | null {
  const { models, enums } = documentOf(state);
  const text = [...models, ...enums].find((block) => block.name?.text === name)?.doc ?? null;
  return text === null ? null : { from, to, text };
}

export function amlHover(): Extension {
  return hoverTooltip((view, pos, side) => {
    const found = explain(view.state, pos, side);
    if (found === null) return null;
    return {
      pos: found.from,
      end: found.to,
      create() {
        const dom = document.createElement('div');
        dom.className = 'cm-aml-hover';
        dom.textContent = found.text;
        return { dom };
      },
    };
  });
}
