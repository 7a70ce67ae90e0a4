// How the editor looks: colours of the site, so that light and dark follow it.

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const frame = EditorView.theme({
  '&': { backgroundColor: 'var(--vp-code-block-bg)', color: 'var(--vp-c-text-1)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--vp-c-brand-1)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--vp-font-family-mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--vp-c-text-1)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--vp-c-text-1)' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    color: 'var(--vp-c-text-2)',
    border: 'none',
    borderRight: '1px solid var(--vp-c-divider)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine:not(.cm-step-line)': { backgroundColor: 'var(--playground-active)' },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--vp-c-text-1)', fontWeight: 'bold' },
  '.cm-step-line': { backgroundColor: 'var(--playground-step)', boxShadow: 'inset 3px 0 var(--vp-c-brand-1)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--vp-c-bg-elv)',
    color: 'var(--vp-c-text-1)',
    border: '1px solid var(--vp-c-divider)',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--playground-bad)',
    textUnderlineOffset: '3px',
  },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--playground-comment)', fontStyle: 'italic' },
  { tag: tags.keyword, color: 'var(--playground-keyword)' },
  { tag: tags.typeName, color: 'var(--playground-type)' },
  { tag: [tags.number, tags.string, tags.atom], color: 'var(--playground-literal)' },
  { tag: [tags.propertyName, tags.function(tags.variableName)], color: 'var(--playground-function)' },
]);

export const theme = [frame, syntaxHighlighting(colours)];
