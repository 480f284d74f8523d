import { EditorView } from '@codemirror/view'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { TextDifference, type TextDifferenceProps } from './TextDifference'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const lines = (...changed: string[]): string => [...Array.from({ length: 30 }, (_each, index) => `"line ${index}",`), ...changed].join('\n')

/** In so much room. */
function draw(width: number, props: TextDifferenceProps) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  const { container, rerender } = render(<TextDifference {...props} />)
  return {
    container,
    views: () => [...container.querySelectorAll<HTMLElement>('.cm-editor')].map((each) => EditorView.findFromDOM(each)!),
    redraw: (next: TextDifferenceProps) => rerender(<TextDifference {...next} />),
  }
}
const names = (container: HTMLElement) => [...container.querySelectorAll('.cm-content')].map((each) => each.getAttribute('aria-label'))

it('shows both texts beside each other where there is room, what runs on the left', () => {
  const { container, views } = draw(480, { before: lines('"old"'), after: lines('"new"') })
  expect(names(container)).toEqual(['线上', '草稿'])
  expect(views().map(({ state }) => state.doc.lineAt(state.doc.length).text)).toEqual(['"old"', '"new"'])
  expect(container.querySelectorAll('.cm-changedLine')).toHaveLength(2)
})

it('shows one text with what was before in it where there is none', () => {
  const { container } = draw(479, { before: lines('"old"'), after: lines('"new"') })
  expect(names(container)).toEqual(['草稿'])
  expect(container.querySelector('.cm-deletedChunk')?.textContent).toContain('"old"')
  // Nothing is accepted or refused where nothing is merged.
  expect(container.querySelectorAll('.cm-deletedChunk button')).toHaveLength(0)
})

it.each([300, 1000])('leaves out what is the same, and says in Chinese how much that is (%i px)', (width) => {
  const { container } = draw(width, { before: lines('"old"'), after: lines('"new"') })
  expect(container.querySelector('.cm-collapsedLines')?.textContent).toBe('27 行未改动')
})

it('can be reached and read by keys, and not changed', () => {
  const { container, views } = draw(1000, { before: '1', after: '2' })
  expect([...container.querySelectorAll('.cm-content')].map((each) => each.getAttribute('tabindex'))).toEqual(['0', '0'])
  expect(views().every(({ state }) => state.readOnly)).toBe(true)
})

it('follows the draft', () => {
  const { redraw, views } = draw(1000, { before: '1', after: '2' })
  redraw({ before: '1', after: '3' })
  expect(views().map(({ state }) => state.doc.toString())).toEqual(['1', '3'])
})

it('merges on the right, tells each change, and keeps both sides even where there is little room', () => {
  const onMerged = vi.fn<(text: string) => void>()
  const { container, views, redraw } = draw(300, { before: '1', after: '2', onMerged })
  expect(names(container)).toEqual(['线上', '草稿'])
  const [left, right] = views()
  expect(left?.state.readOnly).toBe(true)
  act(() => right?.dispatch({ changes: { from: 1, insert: '0' } }))
  expect(onMerged).toHaveBeenLastCalledWith('20')
  // What was merged comes back as the draft: it is there already, with its cursor.
  redraw({ before: '1', after: '20', onMerged })
  expect(views()[1]).toBe(right)
})
