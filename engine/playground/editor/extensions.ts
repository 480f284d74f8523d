import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentUnit } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view'
import { editorPhrases, say } from '../messages'
import { formatJson } from '../format'
import { helpAt, proposalsAt, type Ask } from './help'
import { editorLook } from './theme'

interface Given {
  nonce: string | undefined
  ask: Ask
  path: () => string
  onText: (text: string) => void
  onCursor: (offset: number) => void
}

/** What the editor of a schema file can do. */
export function editorExtensions({ nonce, ask, path, onText, onCursor }: Given): Extension {
  return [
    ...(nonce === undefined ? [] : [EditorView.cspNonce.of(nonce)]),
    EditorState.phrases.of(editorPhrases),
    EditorState.tabSize.of(2),
    indentUnit.of('  '),
    lineNumbers(),
    highlightActiveLineGutter(),
    history(),
    foldGutter(),
    codeFolding(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    // With room on both sides: a short line beside a long one is seen from its beginning again.
    search({ top: true, scrollToMatch: (match) => EditorView.scrollIntoView(match, { y: 'center', xMargin: 80 }) }),
    lintGutter(),
    json(),
    autocompletion({ override: [proposalsAt(ask, path)] }),
    helpAt(ask, path),
    editorLook,
    EditorView.contentAttributes.of({ 'aria-label': say('editor.label'), tabindex: '0' }),
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) onText(state.doc.toString())
      if (docChanged || selectionSet) onCursor(state.selection.main.head)
    }),
    keymap.of([
      { key: 'Shift-Alt-f', run: formatDocument },
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
  ]
}

/** Writes the text as the repository does. A text that is no JSON stays. */
export function formatDocument(view: EditorView): boolean {
  const text = view.state.doc.toString()
  const formatted = formatJson(text)
  if (formatted !== undefined && formatted !== text) replaceText(view, formatted)
  return true
}

/** Replaces what differs, so that the cursor stays where it was and one undo takes it back. */
export function replaceText(view: EditorView, text: string): void {
  const before = view.state.doc.toString()
  if (before === text) return
  let from = 0
  const shorter = Math.min(before.length, text.length)
  while (from < shorter && before[from] === text[from]) from++
  let tail = 0
  while (tail < shorter - from && before[before.length - 1 - tail] === text[text.length - 1 - tail]) tail++
  view.dispatch({ changes: { from, to: before.length - tail, insert: text.slice(from, text.length - tail) }, userEvent: 'input' })
}
