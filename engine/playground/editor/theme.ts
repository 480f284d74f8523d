import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const token = (name: string): string => `var(--ant-${name})`
/** The tone of a colour, as readable as text on either ground. */
const readable = (name: string): string => `color-mix(in srgb, ${token(name)} 60%, ${token('color-text-base')})`

/** Colours are antd's variables: light and dark are told apart by the page, not here. */
const look = EditorView.theme({
  '&': { height: '100%', color: token('color-text'), backgroundColor: token('color-bg-container'), fontSize: '13px' },
  '&.cm-focused': { outline: `2px solid ${token('color-primary-border')}`, outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono CJK SC", monospace', lineHeight: '1.6' },
  '.cm-content': { caretColor: token('color-text') },
  '.cm-cursor': { borderLeftColor: token('color-text') },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: token('color-primary-bg-hover'),
  },
  '.cm-gutters': {
    backgroundColor: token('color-bg-layout'),
    color: token('color-text-description'),
    borderRight: `1px solid ${token('color-border-secondary')}`,
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: token('color-fill-quaternary') },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: token('color-primary-bg-hover'),
    outline: `1px solid ${token('color-primary-border')}`,
  },
  '.cm-searchMatch': { backgroundColor: token('color-warning-bg'), outline: `1px solid ${token('color-warning-border')}` },
  '.cm-panels': { backgroundColor: token('color-bg-elevated'), color: token('color-text') },
  '.cm-panel.cm-search': { padding: '8px 28px 8px 12px' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { fontSize: '13px', margin: '2px 6px 2px 0' },
  '.cm-panel.cm-search [name=close]': { top: '6px', right: '8px', margin: 0, fontSize: '18px', color: token('color-text-description') },
  '.cm-textfield:focus-visible, .cm-button:focus-visible, .cm-panel.cm-search [name=close]:focus-visible': {
    outline: `2px solid ${token('color-primary-border')}`,
    outlineOffset: '-1px',
  },
  '.cm-panels-top': { borderBottom: `1px solid ${token('color-border-secondary')}` },
  '.cm-textfield': {
    backgroundColor: token('color-bg-container'),
    color: token('color-text'),
    border: `1px solid ${token('color-border')}`,
    borderRadius: '4px',
    padding: '3px 8px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: token('color-bg-container'),
    color: token('color-text'),
    border: `1px solid ${token('color-border')}`,
    borderRadius: '4px',
    padding: '3px 10px',
    cursor: 'pointer',
  },
  '.cm-tooltip': {
    backgroundColor: token('color-bg-elevated'),
    color: token('color-text'),
    border: `1px solid ${token('color-border')}`,
    borderRadius: '6px',
    boxShadow: token('box-shadow-secondary'),
    maxWidth: 'min(560px, 90vw)',
  },
  '.cm-tooltip-hover': { padding: '6px 10px', whiteSpace: 'pre-wrap' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: token('color-primary-bg'), color: token('color-text') },
  '.cm-completionDetail': { fontStyle: 'normal', color: token('color-text-description') },
  '.cm-completionInfo': { padding: '6px 10px', whiteSpace: 'pre-wrap' },
  '.cm-foldPlaceholder': { backgroundColor: token('color-fill-secondary'), border: 'none', color: token('color-text-description') },
  '.cm-diagnostic-error': { borderLeft: `4px solid ${token('color-error')}` },
})

const words = HighlightStyle.define([
  { tag: tags.propertyName, color: token('color-primary-text') },
  { tag: tags.string, color: readable('color-success') },
  { tag: [tags.number, tags.bool, tags.null], color: readable('color-warning') },
  { tag: tags.invalid, color: token('color-error') },
])

/** Keys and values apart from each other by their colours. */
export const editorWords: Extension = syntaxHighlighting(words)

export const editorLook: Extension = [look, editorWords]
