import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The editor in the product's own colours; they follow the theme by themselves, being custom properties. */
const surface = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--ink)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontVariantLigatures: 'none', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '12px 0' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '&.cm-focused .cm-content': { outline: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '1.5px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-placeholder': { color: 'var(--ink-3)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--ink-3)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 16px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklch, var(--hover) 45%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--pressed)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--hover)',
    color: 'var(--ink-2)',
    border: 'none',
    padding: '0 6px',
  },
  '.cm-panels': { backgroundColor: 'var(--paper)', color: 'var(--ink)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel input, .cm-panel button': {
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--ink)',
    border: '1px solid var(--control-line)',
    borderRadius: '6px',
  },
  '.cm-panel.cm-search': { fontFamily: 'var(--font-sans)', padding: '8px 36px 8px 8px' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { fontSize: '13px' },
  '.cm-panel.cm-search .cm-textfield, .cm-panel.cm-search .cm-button': {
    minHeight: '32px',
    padding: '4px 10px',
    margin: '2px 4px 2px 0',
  },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '28px',
    marginRight: '10px',
  },
  '.cm-panel.cm-search input[type=checkbox]': {
    width: '16px',
    height: '16px',
    margin: '0',
    accentColor: 'var(--accent)',
  },
  '.cm-panel.cm-search [name=close]': {
    width: '32px',
    height: '32px',
    top: '6px',
    right: '4px',
    fontSize: '16px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-line)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip-autocomplete > ul > li': { fontFamily: 'var(--font-mono)', padding: '3px 8px' },
  // The library's icons are letters of a font that is not everywhere.
  '.cm-completionIcon': { display: 'none' },
  '.cm-completionDetail': { color: 'var(--ink-3)', fontStyle: 'normal' },
  '.cm-tooltip.cm-completionInfo, .cm-aml-hover': {
    padding: '6px 10px',
    maxWidth: '320px',
    fontFamily: 'var(--font-sans)',
    lineHeight: '1.5',
  },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--font-sans)', lineHeight: '1.5' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnosticSource': { color: 'var(--ink-2)', opacity: '1', fontFamily: 'var(--font-mono)' },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    padding: '4px 10px',
    minHeight: '32px',
    borderRadius: '6px',
    cursor: 'pointer',
  },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--warn)' },
  '.cm-lintRange-active': { backgroundColor: 'var(--warn-soft)' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--ink)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--ink)',
  },
});

const words = HighlightStyle.define([
  { tag: [tags.comment, tags.meta], color: 'var(--ink-3)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--info-text)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--good-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.color, tags.unit], color: 'var(--warn-text)' },
  { tag: [tags.tagName, tags.heading], color: 'var(--accent-text)', fontWeight: '500' },
  { tag: [tags.attributeName, tags.propertyName, tags.labelName], color: 'var(--ink-2)' },
  { tag: tags.typeName, color: 'var(--accent-text)' },
  { tag: tags.annotation, color: 'var(--info-text)' },
  {
    tag: [
      tags.definition(tags.propertyName),
      tags.definition(tags.typeName),
      tags.definition(tags.variableName),
      tags.function(tags.variableName),
      tags.className,
    ],
    color: 'var(--ink)',
    fontWeight: '500',
  },
  { tag: tags.invalid, color: 'var(--bad-text)' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--accent-text)', textDecoration: 'underline' },
]);

export const editorLook: Extension = [surface, syntaxHighlighting(words)];
