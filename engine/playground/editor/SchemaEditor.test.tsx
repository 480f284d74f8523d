import { CompletionContext } from '@codemirror/autocomplete'
import { forEachDiagnostic } from '@codemirror/lint'
import { EditorView } from '@codemirror/view'
import { act, cleanup, render } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { SchemaProblem } from '../../spec/problem'
import type { Proposals } from '../worker/protocol'
import { proposalsAt, type Ask } from './help'
import { SchemaEditor, type EditorHandle } from './SchemaEditor'

afterEach(cleanup)

const nothing: Ask = () => Promise.resolve(undefined)

interface Given {
  path?: string
  text?: string
  problems?: readonly SchemaProblem[]
  ask?: Ask
}

function draw(first: Given = {}) {
  const typed: [string, string][] = []
  const handle = createRef<EditorHandle>()
  const element = ({ path = 'a', text = '{ "a": 1 }', problems = [], ask = nothing }: Given) => (
    <SchemaEditor
      ref={handle}
      path={path}
      text={text}
      problems={problems}
      nonce="n0nce"
      ask={ask}
      onText={(at, written) => typed.push([at, written])}
      onCursor={() => undefined}
    />
  )
  const { rerender, container } = render(element(first))
  const view = EditorView.findFromDOM(container.querySelector<HTMLElement>('.cm-editor')!)!
  return { typed, handle, view, container, redraw: (next: Given) => rerender(element(next)) }
}

const write = (view: EditorView, insert: string, at = view.state.doc.length) =>
  act(() => view.dispatch({ changes: { from: at, insert }, selection: { anchor: at + insert.length }, userEvent: 'input.type' }))
const press = (view: EditorView, key: string, modifiers: KeyboardEventInit = {}) =>
  act(() => void view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })))

it('tells what is typed, with the file that it is in', () => {
  const { typed, view } = draw()
  write(view, '\n')
  expect(typed).toEqual([['a', '{ "a": 1 }\n']])
})

it('keeps cursor and history of each file while others are open', () => {
  const { view, redraw, typed } = draw()
  write(view, 'x')
  redraw({ path: 'b', text: '[]' })
  expect(view.state.doc.toString()).toBe('[]')
  redraw({ path: 'a', text: '{ "a": 1 }x' })
  expect(view.state.selection.main.head).toBe(11)
  press(view, 'z', { ctrlKey: true })
  expect(view.state.doc.toString()).toBe('{ "a": 1 }')
  expect(typed.at(-1)).toEqual(['a', '{ "a": 1 }'])
})

it('takes another text as one step that can be undone', () => {
  const { view, redraw } = draw()
  redraw({ text: '{ "a": 2 }' })
  expect(view.state.doc.toString()).toBe('{ "a": 2 }')
  press(view, 'z', { ctrlKey: true })
  expect(view.state.doc.toString()).toBe('{ "a": 1 }')
})

it('formats by its key and from outside, and leaves what is no JSON', () => {
  const { view, handle } = draw({ text: '{"a":   1}' })
  press(view, 'F', { shiftKey: true, altKey: true, keyCode: 70 })
  expect(view.state.doc.toString()).toBe('{ "a": 1 }\n')
  write(view, ',,')
  act(() => handle.current?.format())
  expect(view.state.doc.toString()).toBe('{ "a": 1 }\n,,')
})

it('marks problems where they stand, and goes there', () => {
  const { view, handle } = draw({
    text: '{\n  "a": 1\n}',
    problems: [{ file: 'a', line: 2, column: 3, code: 'x', found: '未知的键“a”' }],
  })
  const marks: string[] = []
  forEachDiagnostic(view.state, ({ message }, from, to) => marks.push(`${view.state.sliceDoc(from, to)} ${message}`))
  expect(marks).toEqual(['"a" 未知的键“a”'])
  act(() => handle.current?.go({ line: 2, column: 8 }))
  expect(view.state.selection.main.head).toBe(9)
})

it('is called by its name, reached by Tab, and left by Esc and Tab', () => {
  const { view } = draw()
  expect(view.contentDOM.getAttribute('aria-label')).toBe('模式文本')
  expect(view.contentDOM.tabIndex).toBe(0)
  view.focus()
  press(view, 'Tab', { keyCode: 9 })
  expect(view.state.doc.toString()).toMatch(/^ {2}/)
  const before = view.state.doc.toString()
  press(view, 'Escape', { keyCode: 27 })
  press(view, 'Tab', { keyCode: 9 })
  expect(view.state.doc.toString()).toBe(before)
})

it('speaks Chinese in its search', () => {
  const { view, container } = draw()
  press(view, 'f', { ctrlKey: true })
  expect(container.querySelector('.cm-search')?.textContent).toContain('区分大小写')
  expect(container.querySelector('.cm-search')?.textContent).not.toMatch(/[a-z]{4}/i)
})

it('proposes what the worker proposes, and writes it in place of the word', async () => {
  const asked: number[] = []
  const proposals: Proposals = {
    from: 2,
    to: 5,
    options: [{ label: 'title', insert: '"title": "$"', select: [10, 11], detail: '**Title** · what users see', type: 'property' }],
  }
  const ask: Ask = ((question) => {
    asked.push(question.offset)
    return Promise.resolve(question.about === 'completion' ? proposals : undefined)
  }) as Ask
  const { view } = draw({ text: '{ "t" }' })
  const source = proposalsAt(ask, () => 'a')
  const result = await source(new CompletionContext(view.state, 4, false))
  expect(asked).toEqual([4])
  expect(result).toMatchObject({ from: 3, options: [{ label: 'title', detail: 'Title · what users see' }] })
  const [proposal] = result?.options ?? []
  act(() => {
    if (typeof proposal?.apply === 'function') proposal.apply(view, proposal, 3, 4)
  })
  expect(view.state.doc.toString()).toBe('{ "title": "$" }')
  expect(view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to)).toBe('$')
})

it('asks for no proposals behind a space, unless it is told to', async () => {
  const asked: number[] = []
  const ask: Ask = (question) => {
    asked.push(question.offset)
    return Promise.resolve(undefined)
  }
  const { view } = draw({ text: '{ "a": 1 }' })
  const source = proposalsAt(ask, () => 'a')
  expect(await source(new CompletionContext(view.state, 2, false))).toBeNull()
  expect(asked).toEqual([])
  expect(await source(new CompletionContext(view.state, 2, true))).toBeNull()
  expect(asked).toEqual([2])
})

it('proposes nothing to who has left the editor meanwhile, as its list would cover what he went to', async () => {
  const proposals: Proposals = { from: 2, to: 5, options: [{ label: 'title', insert: '"title": ""', type: 'property' }] }
  const { view } = draw({ text: '{ "t" }' })
  const source = proposalsAt((() => Promise.resolve(proposals)) as Ask, () => 'a')
  const context = new CompletionContext(view.state, 4, false, view)
  act(() => view.focus())
  expect(await source(context)).toMatchObject({ options: [{ label: 'title' }] })
  act(() => view.contentDOM.blur())
  expect(await source(context)).toBeNull()
})
