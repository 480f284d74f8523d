import { setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react'
import type { SchemaProblem } from '../../spec/problem'
import { editorExtensions, formatDocument, replaceText } from './extensions'
import type { Ask } from './help'
import { diagnosticsOf, offsetOf } from './offsets'

export interface EditorHandle {
  format: () => void
  /** Puts the cursor there and shows it. */
  go: (place: { line: number; column: number }) => void
  focus: () => void
}

interface SchemaEditorProps {
  path: string
  text: string
  problems: readonly SchemaProblem[]
  nonce: string | undefined
  ask: Ask
  onText: (path: string, text: string) => void
  onCursor: (offset: number) => void
  ref: Ref<EditorHandle>
}

/** The text of one file. Each file keeps its own history and cursor while the page is open. */
export function SchemaEditor({ path, text, problems, nonce, ask, onText, onCursor, ref }: SchemaEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const states = useRef(new Map<string, EditorState>())
  const shown = useRef(path)
  const given = useRef({ ask, onText, onCursor })
  useLayoutEffect(() => {
    given.current = { ask, onText, onCursor }
  })

  useLayoutEffect(() => {
    if (!host.current) return undefined
    const created = new EditorView({ parent: host.current })
    view.current = created
    return () => created.destroy()
  }, [])

  useLayoutEffect(() => {
    const current = view.current
    if (!current) return
    if (shown.current !== path) states.current.set(shown.current, current.state)
    const known = states.current.get(path)
    const isSame = shown.current === path && current.state.doc.length > 0
    shown.current = path
    if (!isSame) {
      const extensions = editorExtensions({
        nonce,
        ask: (question) => given.current.ask(question),
        path: () => shown.current,
        onText: (typed) => given.current.onText(shown.current, typed),
        onCursor: (offset) => given.current.onCursor(offset),
      })
      current.setState(known ?? EditorState.create({ doc: text, extensions }))
    }
    replaceText(current, text)
  }, [path, text, nonce])

  useEffect(() => {
    const current = view.current
    if (current) current.dispatch(setDiagnostics(current.state, diagnosticsOf(current.state.doc, problems)))
  }, [path, problems])

  useImperativeHandle(ref, () => ({
    format() {
      if (view.current) formatDocument(view.current)
    },
    go(place) {
      const current = view.current
      if (!current) return
      const anchor = offsetOf(current.state.doc, place)
      current.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
      current.focus()
    },
    focus() {
      view.current?.focus()
    },
  }))

  return <div ref={host} className="playground-editor" data-testid="playground-editor" />
}
