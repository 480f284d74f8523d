import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createNotify } from './notify'

type App = Parameters<ReturnType<typeof createNotify>['attach']>[0]

function setUp() {
  const destroy = vi.fn<() => void>()
  const open = vi.fn<(message: { content: string; duration: number; key: string; style?: object; className?: string }) => void>()
  const confirm = vi.fn<(confirmation: { onOk: () => Promise<void>; onCancel: () => void; width: number }) => { destroy: () => void }>(
    () => ({
      destroy,
    }),
  )
  const destroyed = vi.fn<(key: string) => void>()
  const notify = createNotify()
  notify.attach({ message: { open, destroy: destroyed }, modal: { confirm } } as unknown as App)
  return { notify, open, confirm, destroy, destroyed, asked: () => confirm.mock.calls[0]?.[0] }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('E4 shows a toast for 3 s, and the same text at once only once', () => {
  const { notify, open } = setUp()
  notify.error('网络错误')
  notify.error('网络错误')
  expect(open.mock.calls.map(([{ content, duration, style }]) => [content, duration, style])).toEqual([['网络错误', 3, undefined]])
})

it('shows a message that leads somewhere long enough to follow it, and takes it away then', () => {
  const { notify, open, destroyed } = setUp()
  const onFollow = vi.fn<() => void>()
  notify.success('已提交', { text: '前往查看', onFollow })
  const [{ content, duration, key }] = open.mock.calls[0] as [{ content: unknown; duration: number; key: string }]
  expect(duration).toBe(8)
  const [text, link] = content as [string, { props: { children: string; onClick: () => void } }]
  expect([text, link.props.children]).toEqual(['已提交', '前往查看'])
  link.props.onClick()
  expect(onFollow).toHaveBeenCalledOnce()
  expect(destroyed).toHaveBeenCalledExactlyOnceWith(key)
})

describe('over something that is open', () => {
  const modal = (title: string, looks = '') => `<div class="ant-modal ${looks}"><div class="${title}"></div></div>`
  afterEach(() => {
    document.body.innerHTML = ''
    vi.restoreAllMocks()
  })

  it.each([
    ['the title of a dialog', modal('ant-modal-title'), 105, [undefined, 'engine-message-low']],
    ['the title of a confirmation in a low window', modal('ant-modal-confirm-title'), 90, ['engine-message-low', undefined]],
    ['the title of a drawer, which is higher', '<div class="ant-drawer-open"><div class="ant-drawer-title"></div></div>', 16, []],
    [
      'what a drawer decides on',
      '<div class="ant-drawer-open"><div class="engine-decision"></div></div>',
      85,
      ['engine-message-low', 'engine-message-low'],
    ],
    ['a dialog that is closing', modal('ant-modal-title', 'ant-zoom-leave'), 105, []],
  ])('a message never covers %s', (_what, html, top, [toast, note]) => {
    document.body.innerHTML = html
    // As high as in a browser; where there is none, nothing has a height.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 200, top === 90 ? 8 : 24))
    const { notify, open } = setUp()
    notify.error('网络错误')
    notify.outcome('二', 'success')
    expect(open.mock.calls.map(([message]) => message.className)).toEqual([toast, note])
  })
})

it('E4 hangs every note 35 px below the toasts, which is at 100 px', () => {
  const { notify, open } = setUp()
  notify.note('一')
  notify.outcome('二', 'success')
  expect(open.mock.calls.map(([{ style }]) => style)).toEqual(Array(2).fill({ marginTop: 35 }))
})

it('E4 shows a note for 2.5 s, one at a time, and none within 2.5 s of another', () => {
  const { notify, open } = setUp()
  notify.note('一')
  vi.advanceTimersByTime(2499)
  notify.note('二')
  vi.advanceTimersByTime(1)
  notify.note('三')
  expect(open.mock.calls.map(([{ content, duration }]) => [content, duration])).toEqual([
    ['一', 2.5],
    ['三', 2.5],
  ])
})

it('I3 E4 says what came of an import at once, in place of the note before, and the next note waits', () => {
  const { notify, open, destroyed } = setUp()
  notify.outcome('导入失败', 'error')
  notify.outcome('导入成功', 'success')
  notify.note('其他')
  expect(open.mock.calls.map(([{ content, duration }]) => [content, duration])).toEqual([
    ['导入失败', 2.5],
    ['导入成功', 2.5],
  ])
  expect(destroyed).toHaveBeenCalledExactlyOnceWith(open.mock.calls[0]?.[0].key)
})

it('E5 resolves a confirmation with false after 取消', async () => {
  const { notify, asked } = setUp()
  const close = notify.confirm({ title: '确定吗' })
  asked()?.onCancel()
  expect(await close).toBe(false)
  expect(asked()?.width).toBe(416)
})

it('keeps what was typed by Enter, and leaves the title of its dialog in sight', () => {
  const { notify, asked } = setUp()
  void notify.confirm({ title: '放弃吗', discards: true })
  expect(asked()).toMatchObject({ centered: true, focusable: { autoFocusButton: 'cancel' } })
})

it('resolves a confirmation with false, and closes it, when the page is left by the buttons of the browser', async () => {
  const { notify, destroy } = setUp()
  const close = notify.confirm({ title: '确定吗' })
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(await close).toBe(false)
  expect(destroy).toHaveBeenCalledOnce()
})

it('keeps a confirmation whose action is under way when the page is left', async () => {
  const { notify, asked, destroy } = setUp()
  let finish: () => void = () => undefined
  const close = notify.confirm({ title: '确定吗', perform: () => new Promise((resolve) => (finish = resolve)) })
  const closing = asked()?.onOk()
  window.dispatchEvent(new PopStateEvent('popstate'))
  finish()
  await closing
  expect(await close).toBe(true)
  expect(destroy).not.toHaveBeenCalled()
})

it('E5 answers yes when what was asked for is done, not before', async () => {
  const { notify, asked } = setUp()
  let finish: () => void = () => undefined
  const close = vi.fn<(yes: boolean) => void>()
  void notify.confirm({ title: '确定吗', perform: () => new Promise((resolve) => (finish = resolve)) }).then(close)
  const closing = asked()?.onOk()
  await vi.advanceTimersByTimeAsync(1000)
  expect(close).not.toHaveBeenCalled()
  finish()
  await closing
  expect(close).toHaveBeenCalledExactlyOnceWith(true)
})
