import { json } from '@codemirror/lang-json'
import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { defaultKeymap } from '@codemirror/commands'
import { useEffect, useRef } from 'react'
import { editorWords } from '../editor/theme'
import { say } from '../messages'

export interface TextDifferenceProps {
  before: string
  after: string
  /** With it the text on the right can be edited, and takes changes over from the left; told at each change. */
  onMerged?: (text: string) => void
}

const token = (name: string): string => `var(--ant-${name})`

/** Antd's variables, so that light and dark are told apart by the page. */
const look = EditorView.theme({
  '&': { fontSize: '12px', color: token('color-text'), backgroundColor: token('color-bg-container') },
  '.cm-gutters': { color: token('color-text-description'), backgroundColor: token('color-bg-layout'), border: 'none' },
  '.cm-content': { caretColor: token('color-text') },
  '.cm-changedLine': { backgroundColor: `${token('color-warning-bg')} !important` },
  '.cm-changedText': { background: `${token('color-warning-bg-hover')} !important` },
  '.cm-collapsedLines': { color: token('color-text-description'), background: token('color-fill-quaternary') },
  // Its own sign is in few fonts.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯"' },
  '.cm-deletedText': { background: `${token('color-error-bg-hover')} !important` },
  '.cm-deletedChunk': { backgroundColor: `${token('color-error-bg')} !important` },
  '.cm-merge-spacer': { backgroundColor: token('color-fill-quaternary') },
})

function side(label: string, more: Extension[]): Extension[] {
  return [
    lineNumbers(),
    json(),
    editorWords,
    look,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    EditorState.phrases.of({ '$ unchanged lines': say('release.unchanged', { count: '$' }), 'Revert this chunk': say('release.revert') }),
    ...more,
  ]
}

const fixed: Extension[] = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ tabindex: '0' }),
]

/** Px; with less, one text with what was before in its lines is easier to read. */
const ROOM_FOR_TWO = 480

/** Two texts side by side, with what is different in them. */
export function TextDifference({ before, after, onMerged }: TextDifferenceProps) {
  const box = useRef<HTMLDivElement>(null)
  const told = useRef(onMerged)
  told.current = onMerged
  const merges = onMerged !== undefined
  useEffect(() => {
    if (!box.current) return undefined
    const changes = EditorView.updateListener.of(({ docChanged, state }) => docChanged && told.current?.(state.doc.toString()))
    const collapseUnchanged = { margin: 3, minSize: 6 }
    if (!merges && box.current.clientWidth < ROOM_FOR_TWO) {
      const unified = unifiedMergeView({ original: before, mergeControls: false, syntaxHighlightDeletions: false, collapseUnchanged })
      const one = new EditorView({ parent: box.current, doc: after, extensions: side(say('release.mine'), [...fixed, unified]) })
      return () => one.destroy()
    }
    const view = new MergeView({
      parent: box.current,
      a: { doc: before, extensions: side(say('release.theirs'), fixed) },
      b: { doc: after, extensions: side(say('release.mine'), merges ? [keymap.of(defaultKeymap), changes] : fixed) },
      collapseUnchanged,
      ...(merges ? { revertControls: 'a-to-b' as const } : {}),
    })
    return () => view.destroy()
    // What is merged is typed here: a text that comes back from it begins nothing anew.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [before, merges, merges ? undefined : after])
  return <div ref={box} className="playground-difference" />
}
