import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderPage, type Page } from '../client/testing/renderPage'
import { createStore, type KeyValueStore } from '../client/memory/storage'
import type { PlaygroundContents, PreviewProps, ReleaseProps } from './contents'
import { fragmentOf } from './share/shareLink'
import { FakeWorker } from './testing/fakeWorker'
import { Workbench } from './Workbench'

const book = 'schemas/screens/base/book.screen.json'
const menus = 'schemas/menus.json'
const contents: PlaygroundContents = {
  files: [
    { path: book, text: '{ "title": "藏书" }' },
    { path: menus, text: '{ "menus": [] }' },
  ],
  codeNames: {} as PlaygroundContents['codeNames'],
  performedByCode: [],
  icons: [],
  roles: [],
}

let worker: FakeWorker
let storage: KeyValueStore
let page: Page

function Preview({ judgement, path }: PreviewProps) {
  return (
    <p>
      preview of {path}, edit {judgement ? judgement.planOf : 'none'}
    </p>
  )
}

function Release({ running, draft, onText }: ReleaseProps) {
  return (
    <button type="button" onClick={() => onText('{ "title": "取回" }')}>
      {running === draft ? 'same' : 'other'}
    </button>
  )
}

function draw() {
  page = renderPage(
    <Workbench
      contents={contents}
      request={() => Promise.reject(new Error('nothing is asked'))}
      storage={storage}
      preview={Preview}
      release={Release}
      onReleased={() => undefined}
      startWorker={() => {
        worker = new FakeWorker()
        return worker
      }}
    />,
  )
}

const judged = (...given: Parameters<FakeWorker['judged']>) => act(() => worker.judged(...given))
const tab = (name: RegExp) => fireEvent.click(screen.getByRole('tab', { name }))

beforeEach(() => {
  Object.assign(window, { innerWidth: 1440 })
  window.localStorage.clear()
  window.history.replaceState(null, '', '/playground')
  storage = createStore(() => window.localStorage, 'test-')
})
afterEach(cleanup)

it('shows what the check says of all texts, and the preview of the last good ones', () => {
  draw()
  expect(screen.getAllByText('正在检查全部模式文件…').length).toBeGreaterThan(0)
  // Its frame is loaded meanwhile.
  const preview = screen.getByText(`preview of ${book}, edit none`)
  const titles = () => screen.getAllByRole('tab').map(({ textContent }) => textContent?.replace(/\d+$/, ''))
  const before = titles()
  judged(0)
  expect(screen.getByText('没有问题')).toBeTruthy()
  expect(screen.getByText(`preview of ${book}, edit 0`)).toBe(preview)
  expect(titles()).toEqual(before)
  expect(page.requests).toEqual([])
})

it('takes a text, judges it, marks the file, and has it again after a reload', async () => {
  draw()
  judged(0)
  tab(/比较与发布/)
  fireEvent.click(screen.getByRole('button', { name: 'same' }))
  expect(screen.getByRole('button', { name: 'other' })).toBeTruthy()
  expect(within(screen.getByRole('treeitem', { name: /藏书/ })).getByText('已改')).toBeTruthy()
  await waitFor(() => expect(worker.said.at(-1)).toMatchObject({ kind: 'edit', path: book, text: '{ "title": "取回" }' }))

  cleanup()
  draw()
  judged(0)
  expect(worker.said.at(-1)).toMatchObject({ kind: 'edit', path: book, text: '{ "title": "取回" }' })
  judged(0)
  tab(/比较与发布/)
  expect(screen.getByRole('button', { name: 'other' })).toBeTruthy()
})

it('goes back to what runs when that is confirmed', async () => {
  storage.set(`draft.${book}`, '{}')
  draw()
  judged(0)
  fireEvent.click(screen.getByRole('button', { name: '恢复' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: /恢 ?复/ }))
  await waitFor(() => expect(screen.queryByText('已改')).toBeNull())
  expect(storage.keys('draft.')).toEqual([])
})

it('counts problems at their files, and a press on one opens the other file', () => {
  draw()
  judged(0, [{ file: menus, line: 1, column: 3, code: 'x', found: '有误' }])
  tab(/编译结果/)
  expect(screen.getByText('文本有错，预览为最近一次正确的内容')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /有误/ }))
  expect(screen.getByText('menus.json').tagName).toBe('STRONG')
  tab(/^预览/)
  expect(screen.getByText(`preview of ${menus}, edit 0`)).toBeTruthy()
})

it('opens at the file where one was', () => {
  storage.set('path', menus)
  draw()
  judged(0)
  expect(screen.getByText(`preview of ${menus}, edit 0`)).toBeTruthy()
})

it('says where to begin until that was read, and never again', () => {
  draw()
  const hint = screen.getByRole('region', { name: '从这里开始' })
  expect(hint.textContent).toContain('草稿只保存在此浏览器中')
  cleanup()
  draw()
  fireEvent.click(screen.getByRole('button', { name: '知道了' }))
  expect(screen.queryByRole('region', { name: '从这里开始' })).toBeNull()
  cleanup()
  draw()
  expect(screen.queryByRole('region', { name: '从这里开始' })).toBeNull()
})

it('says what a link brings, and takes it only when it is asked to', async () => {
  storage.set(`draft.${menus}`, 'mine')
  window.history.replaceState(null, '', await fragmentOf({ path: menus, text: 'theirs\n' }))
  draw()
  judged(0)
  const notice = await screen.findByRole('region', { name: '链接中的草稿' })
  expect(notice.textContent).toMatch(/schemas\/menus.json 的草稿（2 行）.*已有您自己的草稿/)
  expect(storage.get(`draft.${menus}`)).toBe('mine')
  fireEvent.click(within(notice).getByRole('button', { name: '打开草稿' }))
  expect(storage.get(`draft.${menus}`)).toBe('theirs\n')
  expect(screen.queryByRole('region', { name: '链接中的草稿' })).toBeNull()
  expect(window.location.hash).toBe('')
})

it('says of a link that it is broken, or of a file that there is not', async () => {
  window.history.replaceState(null, '', '#draft=AAAA')
  draw()
  expect((await screen.findByRole('region', { name: '链接中的草稿' })).textContent).toContain('无法读取')
  cleanup()
  window.history.replaceState(null, '', await fragmentOf({ path: 'schemas/gone.json', text: 'x' }))
  draw()
  expect((await screen.findByRole('region', { name: '链接中的草稿' })).textContent).toContain('不存在')
  expect(screen.queryByRole('button', { name: '打开草稿' })).toBeNull()
})

it('says why there is no check when its thread does not start', () => {
  draw()
  act(() => worker.onerror?.({ preventDefault: () => undefined, message: 'blocked' } as ErrorEvent))
  expect(screen.getByText(/检查无法启动.*blocked/)).toBeTruthy()
})

it('shows panes one after the other where there is no room for all', () => {
  const width = window.innerWidth
  try {
    Object.assign(window, { innerWidth: 375 })
    draw()
    judged(0)
    const shown = () => ['文件', '编辑', '预览与发布'].filter((name) => screen.queryByRole('region', { name }) !== null)
    expect(shown()).toEqual(['编辑'])
    fireEvent.click(screen.getByRole('button', { name: '文件' }))
    expect(shown()).toEqual(['文件'])
    fireEvent.click(screen.getByRole('treeitem', { name: /藏书/ }))
    expect(shown()).toEqual(['编辑'])
  } finally {
    Object.assign(window, { innerWidth: width })
  }
})

it('remembers how wide the panes were left', () => {
  Object.assign(window, { innerWidth: 1440 })
  draw()
  const [splitter] = screen.getAllByRole('separator')
  fireEvent.keyDown(splitter!, { key: 'ArrowRight' })
  expect(splitter!.getAttribute('aria-valuenow')).toBe('264')
  cleanup()
  draw()
  expect(screen.getAllByRole('separator')[0]!.getAttribute('aria-valuenow')).toBe('264')
})
