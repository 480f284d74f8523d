import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRef, type ComponentProps } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SchemaProblem } from '../spec/problem'
import { EditPane } from './EditPane'
import type { EditorHandle } from './editor/SchemaEditor'
import { smallPlan } from './testing/fakeWorker'

const path = 'schemas/screens/base/book.screen.json'
const text = '{\n  "title": "藏书"\n}'
const acts = {
  onText: vi.fn<(path: string, text: string) => void>(),
  onFormat: vi.fn<() => void>(),
  onShare: vi.fn<() => void>(),
  onRestore: vi.fn<() => void>(),
  onGo: vi.fn<(problem: SchemaProblem) => void>(),
}

beforeEach(() => {
  for (const act of Object.values(acts)) act.mockReset()
})
afterEach(cleanup)

const judgement = (problems: readonly SchemaProblem[] = []) => ({ edit: 1, problems, plan: smallPlan, planOf: 1 })

function draw(given: Partial<ComponentProps<typeof EditPane>> = {}) {
  const editor = createRef<EditorHandle>()
  render(
    <EditPane
      path={path}
      text={text}
      running={text}
      judgement={judgement()}
      own={[]}
      nonce={undefined}
      editor={editor}
      ask={() => Promise.resolve(undefined)}
      {...acts}
      {...given}
    />,
  )
  return editor
}

it('names the file without what all files have in common, and in full where it is pointed at', () => {
  draw()
  expect(screen.getByTitle(path).textContent).toBe('screens/base/book.screen.json')
  expect(screen.getByRole('textbox', { name: '模式文本' }).textContent).toContain('"藏书"')
})

it('offers to go back only where there is something to go back from', () => {
  draw()
  expect(screen.queryByText('已改')).toBeNull()
  expect(screen.queryByRole('button', { name: '恢复' })).toBeNull()
  cleanup()
  draw({ running: '{}' })
  expect(screen.getByText('已改')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '恢复' }))
  expect(acts.onRestore).toHaveBeenCalledOnce()
})

it('passes on what is pressed above the text', () => {
  draw()
  fireEvent.click(screen.getByRole('button', { name: '格式化（Shift+Alt+F）' }))
  fireEvent.click(screen.getByRole('button', { name: '分享链接' }))
  expect([acts.onFormat.mock.calls.length, acts.onShare.mock.calls.length, acts.onText.mock.calls.length]).toEqual([1, 1, 0])
})

it('counts the problems of all files once they are known, and not before', () => {
  draw({ judgement: undefined })
  expect(screen.getByRole('tab', { name: /^问题/ }).textContent).toBe('问题')
  expect(screen.getByText('正在检查全部模式文件…')).toBeTruthy()
  cleanup()
  const problem = { file: 'schemas/menus.json', line: 3, column: 4, code: 'x', found: '有误' }
  draw({ judgement: judgement([problem]) })
  expect(screen.getByRole('tab', { name: /^问题/ }).textContent).toBe('问题1')
  fireEvent.click(screen.getByRole('button', { name: /有误/ }))
  expect(acts.onGo).toHaveBeenCalledWith(problem)
})

it('explains the word at the cursor, which moves when a place is gone to', async () => {
  const editor = draw()
  fireEvent.click(screen.getByRole('tab', { name: '参考' }))
  await waitFor(() => expect(screen.getByText('将光标放在一个键上，或搜索')).toBeTruthy())
  editor.current?.go({ line: 2, column: 5 })
  expect(await screen.findByText('光标处：title')).toBeTruthy()
})
