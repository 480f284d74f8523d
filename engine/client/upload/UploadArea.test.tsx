import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Activity, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createGate } from '../testing/gate'
import { Refusal, renderPage, type PageSetup } from '../testing/renderPage'
import { UploadArea, type UploadAreaProps } from './UploadArea'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

function renderArea(props: UploadAreaProps = {}, setup: PageSetup = {}) {
  return renderPage(<UploadArea {...props} />, { serve: () => ({ id: 'f1', name: 'a.pdf' }), ...setup })
}
const area = (): HTMLElement => screen.getByRole('button', { name: /点击或拖拽/ })
const pdf = (name = 'a.pdf') => new File(['%PDF-'], name, { type: 'application/pdf' })
const choose = (...files: File[]): Promise<void> =>
  userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, files, { applyAccept: false })

/** What a browser hands over when things are dropped. */
function dropped(...things: (File | { folder: string })[]) {
  const items = things.map((thing) => ({
    kind: 'file',
    webkitGetAsEntry: () => (thing instanceof File ? { isDirectory: false, name: thing.name } : { isDirectory: true, name: thing.folder }),
    getAsFile: () => (thing instanceof File ? thing : new File([], thing.folder)),
  }))
  return { dataTransfer: { types: ['Files'], items, files: things.filter((thing) => thing instanceof File), dropEffect: 'none' } }
}

describe('a file on its way', () => {
  const files = () => screen.queryAllByRole('listitem').map((item) => item.dataset['status'])
  const served = (answer: unknown) => {
    const gate = createGate()
    return { gate, serve: () => gate.opened.then(() => answer) }
  }

  it('arrives while its page is kept in the background', async () => {
    const { gate, serve } = served({ id: 'f1', name: 'a.pdf' })
    function Kept() {
      const [isAway, setIsAway] = useState(false)
      return (
        <>
          <button onClick={() => setIsAway(!isAway)}>另一页</button>
          <Activity mode={isAway ? 'hidden' : 'visible'}>
            <UploadArea />
          </Activity>
        </>
      )
    }
    const { requests } = renderPage(<Kept />, { serve })
    await choose(pdf())
    const turn = () => userEvent.click(screen.getByRole('button', { name: '另一页' }))
    await turn()
    await act(async () => gate.open())
    expect(requests[0]?.signal?.aborted).toBe(false)
    await turn()
    await waitFor(() => expect(files()).toEqual(['done']))
  })

  it('is given up with its page, unless it belongs to something that stays', async () => {
    const { gate, serve } = served(new Refusal(415, { error: '文件内容与扩展名不符' }))
    const given = renderArea({}, { serve })
    await choose(pdf())
    given.goTo('/elsewhere')
    await waitFor(() => expect(given.requests[0]?.signal?.aborted).toBe(true))
    cleanup()

    const staying = renderArea({ outlives: true }, { serve })
    await choose(pdf('合同.pdf'))
    staying.goTo('/elsewhere')
    await waitFor(() => expect(screen.queryByRole('list')).toBeNull())
    await act(async () => gate.open())
    expect(staying.requests[0]?.signal?.aborted).toBe(false)
    expect(await screen.findByText('“合同.pdf”未上传成功：文件内容与扩展名不符')).toBeDefined()
  })
})

it.each([
  [415, false],
  [413, false],
  [403, false],
  [429, true],
  [500, true],
  [503, true],
])('a file that was answered with %i may be sent once more: %s', async (status, expected) => {
  renderArea({}, { serve: () => new Refusal(status, { error: '未成功' }) })
  await choose(pdf())
  await screen.findByRole('alert')
  expect(screen.queryByRole('button', { name: '重试 a.pdf' }) !== null).toBe(expected)
})

describe('I4 an item', () => {
  it('is uploading, then done, and its name leads to a preview', async () => {
    const gate = createGate()
    renderArea({}, { serve: () => gate.opened.then(() => ({ id: 'f1', name: 'a.pdf' })) })
    await choose(pdf())
    const item = await screen.findByRole('listitem')
    expect(item.dataset['status']).toBe('uploading')
    expect(within(item).getByText('上传中')).toBeDefined()
    expect(within(item).getByRole('progressbar', { name: 'a.pdf' }).dataset['status']).toBe('active')
    expect(within(item).getByRole('img', { name: 'PDF 文档' })).toBeDefined()
    await act(async () => gate.open())
    await waitFor(() => expect(item.dataset['status']).toBe('done'))
    expect(within(item).queryByRole('progressbar')).toBeNull()
    expect(within(item).getByTitle('预览文件').textContent).toBe('a.pdf')
  })

  it('is guessed forward every 200 ms where nobody tells how far it is, up to 98 per cent', async () => {
    vi.useFakeTimers()
    renderArea({}, { serve: () => new Promise(() => undefined) })
    fireEvent.drop(area(), dropped(pdf()))
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await pass(0)
    const percent = (): number => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'))
    for (let step = 0; step < 3; step++) {
      const before = percent()
      await pass(199)
      expect(percent()).toBe(before)
      await pass(1)
      expect(percent()).toBeGreaterThan(before)
    }
    await pass(120_000)
    expect(percent()).toBe(98)
  })

  it('is given up when it is removed', async () => {
    const { requests } = renderArea({}, { serve: () => new Promise(() => undefined) })
    await choose(pdf())
    await userEvent.click(await screen.findByLabelText('删除文件 a.pdf'))
    expect(screen.queryByRole('listitem')).toBeNull()
    await waitFor(() => expect(requests[0]?.signal?.aborted).toBe(true))
  })

  it('all are given up when the page goes', async () => {
    const { requests, goTo } = renderArea({}, { serve: () => new Promise(() => undefined) })
    await choose(pdf(), pdf('b.pdf'))
    await waitFor(() => expect(requests).toHaveLength(2))
    act(() => goTo('/elsewhere'))
    await waitFor(() => expect(requests.map(({ signal }) => signal?.aborted)).toEqual([true, true]))
  })

  it('is an error with 上传错误 where the server says nothing that has words', async () => {
    renderArea({}, { serve: () => new Response('', { status: 418 }) })
    await choose(pdf())
    expect((await screen.findByRole('alert')).textContent).toBe('上传错误')
    expect(screen.getByRole('listitem').dataset['status']).toBe('error')
  })

  it('shows the name without marks that turn its reading direction', async () => {
    renderArea()
    await choose(pdf('cod\u202Efdp.exe.pdf'))
    expect(await screen.findByText('codfdp.exe.pdf')).toBeDefined()
  })
})

describe('I5 the area', () => {
  it('takes what matches by extension, family or type, and names what it refuses', async () => {
    const { asked } = renderArea({ accept: '.pdf,image/*' })
    fireEvent.drop(area(), dropped(pdf(), new File(['x'], 'b.png', { type: 'image/png' }), new File(['x'], 'c.exe')))
    const refused = await screen.findByRole('alert')
    expect(refused.textContent).toBe('只能上传 .pdf、image/* 格式的文件')
    expect(refused.closest('li')?.textContent).toContain('c.exe')
    await waitFor(() => expect(asked('/file/upload')).toHaveLength(2))
  })

  it('explains that a folder cannot be dropped', async () => {
    const { requests } = renderArea()
    fireEvent.drop(area(), dropped({ folder: '合同' }))
    const refused = await screen.findByRole('alert')
    expect(refused.textContent).toContain('不能上传文件夹')
    expect(refused.closest('li')?.textContent).toContain('合同')
    expect(requests).toEqual([])
  })

  it.each([
    ['at once', () => false, '此文件不能上传'],
    ['at once with a reason', () => '今天已上传过', '今天已上传过'],
    ['later', () => Promise.resolve('已归档'), '已归档'],
  ])('asks before it sends; a veto %s keeps the file here', async (_when, beforeUpload, text) => {
    const { requests } = renderArea({ beforeUpload })
    await choose(pdf())
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))
    expect(requests).toEqual([])
  })

  it('sends what the check before it lets pass', async () => {
    const beforeUpload = vi.fn<(file: File) => Promise<boolean>>(() => Promise.resolve(true))
    const { asked } = renderArea({ beforeUpload })
    await choose(pdf())
    await waitFor(() => expect(asked('/file/upload')).toHaveLength(1))
    expect(beforeUpload.mock.calls[0]?.[0].name).toBe('a.pdf')
  })

  it('is lit while files are dragged over it, and not while text is', () => {
    renderArea()
    const lit = (): boolean => document.querySelector('.engine-drop')?.hasAttribute('data-over') === true
    fireEvent.dragOver(area(), { dataTransfer: { types: ['text/plain'] } })
    expect(lit()).toBe(false)
    fireEvent.dragOver(area(), dropped(pdf()))
    expect(lit()).toBe(true)
    fireEvent.dragLeave(area(), { relatedTarget: document.body })
    expect(lit()).toBe(false)
  })

  it('keeps the page when a file is dropped beside it', () => {
    renderArea()
    const event = new Event('drop', { cancelable: true, bubbles: true })
    Object.assign(event, { dataTransfer: { types: ['Files'], dropEffect: 'copy' } })
    document.body.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
  })

  it('opens the file chooser from the keyboard', async () => {
    renderArea()
    const input = document.querySelector('input[type=file]') as HTMLInputElement
    const opened = vi.spyOn(input, 'click')
    area().focus()
    await userEvent.keyboard('{Enter}')
    expect(opened).toHaveBeenCalledOnce()
  })

  it('does nothing while it is disabled', () => {
    const { requests } = renderArea({ disabled: true })
    fireEvent.drop(area(), dropped(pdf()))
    expect(screen.queryByRole('listitem')).toBeNull()
    expect(requests).toEqual([])
  })

  it('says what the server answered to a file it did not take', async () => {
    renderArea({}, { serve: () => new Refusal(415, { error: '文件内容与扩展名不符' }) })
    await choose(pdf())
    expect((await screen.findByRole('alert')).textContent).toBe('文件内容与扩展名不符')
  })
})

describe('a preview', () => {
  it('is drawn as what its extension says, whatever the server calls it', async () => {
    const created = vi.spyOn(URL, 'createObjectURL')
    const html = new Response('<script>alert(1)</script>', { headers: { 'content-type': 'text/html' } })
    renderArea({}, { serve: ({ method }) => (method === 'GET' ? html : { id: 'f1', name: 'a.png' }) })
    await choose(new File(['x'], 'a.png', { type: 'image/png' }))
    await userEvent.click(await screen.findByTitle('预览文件'))
    await waitFor(() => expect(created.mock.calls.length).toBeGreaterThan(1))
    const [shown] = created.mock.calls.at(-1) ?? []
    expect((shown as Blob).type).toBe('image/png')
    expect(document.querySelector('iframe')).toBeNull()
  })
})
