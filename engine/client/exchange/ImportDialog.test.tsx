import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ImportPlan } from '../../core/plan'
import { MAX_FILE_BYTES } from '../../core/wire'
import { createGate } from '../testing/gate'
import { findDialog, press } from '../testing/dialogs'
import { Refusal, renderPage, type ServedRequest } from '../testing/renderPage'
import { ImportDialog } from './ImportDialog'
import { importOutcome, workbookOf } from './importRows'

afterEach(cleanup)
// A link that is followed would leave the page of the test.
const follow = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()

interface Setup {
  plan?: Partial<ImportPlan>
  extra?: () => unknown
}

/** @param response of the import, or a function that makes it */
function renderImport(response: unknown, { plan, extra }: Setup = {}) {
  const onDone = vi.fn<() => void>()
  const onClose = vi.fn<() => void>()
  const onReturned = vi.fn<(data: unknown) => void>()
  const page = renderPage(
    <ImportDialog
      title="库存导入"
      plan={{ noun: '库存记录', maxRows: 500, queryType: 'same', ...plan }}
      url="/api/stock/import"
      extra={extra}
      onDone={onDone}
      onClose={onClose}
      onReturned={onReturned}
    />,
    { serve: (request) => (typeof response === 'function' ? (response as (request: ServedRequest) => unknown)(request) : response) },
  )
  return { ...page, onDone, onClose, onReturned }
}

async function choose(...files: File[]): Promise<HTMLElement> {
  const dialog = await findDialog('库存导入')
  await userEvent.upload(dialog.querySelector('input[type=file]') as HTMLInputElement, files, { applyAccept: false })
  return dialog
}
function drop(...files: File[]): void {
  fireEvent.drop(screen.getByText(/点击或拖拽/), { dataTransfer: { types: ['Files'], items: [], files } })
}
const sheet = new File(['x'], '库存.xlsx')
const ofSize = (name: string, size: number): File => {
  const file = new File(['x'], name)
  Object.defineProperty(file, 'size', { value: size })
  return file
}
const start = (dialog: HTMLElement): HTMLButtonElement => dialog.querySelector('.ant-btn-primary') as HTMLButtonElement

describe('I3', () => {
  it('200: says so, closes and asks the list again', async () => {
    const { onDone, onClose, asked } = renderImport({ code: 200 })
    await press(await choose(sheet), '导入')
    expect(await screen.findByText('导入成功')).toBeDefined()
    expect(onDone).toHaveBeenCalledOnce()
    expect(onClose).toHaveBeenCalledOnce()
    expect(asked('/api/stock/import')[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('1001: closes and gives the rows back; the list is not asked', async () => {
    const { onReturned, onClose, onDone } = renderImport({ code: 1001, msg: '核对完成', data: [{ qty: '1' }] })
    await press(await choose(sheet), '导入')
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(onReturned).toHaveBeenCalledExactlyOnceWith([{ qty: '1' }])
    expect(onDone).not.toHaveBeenCalled()
  })

  it.each([
    ['msg', { code: 500, msg: '一', message: '二', error: '三' }, '一'],
    ['message', { code: 500, msg: '', message: '二', error: '三' }, '二'],
    ['error', { code: 500, error: '三' }, '三'],
    ['our own words', { code: 500 }, '导入失败'],
  ])('anything else says why by %s and stays open', async (_which, response, text) => {
    const { onClose, onDone } = renderImport(response)
    await press(await choose(sheet), '导入')
    await waitFor(() => expect(document.querySelector('.ant-message')?.textContent).toContain(text))
    expect(document.querySelector('.engine-upload [role=alert]')?.textContent).toBe(text)
    expect(onClose).not.toHaveBeenCalled()
    expect(onDone).not.toHaveBeenCalled()
  })

  it('lists each row with its column and reason, and hands over the workbook of those rows', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL')
    const file = { name: '库存导入错误行.xlsx', content: btoa('PK\u00ff') }
    renderImport({ code: 1002, msg: '共 1 处错误', data: { rows: [{ row: 3, column: '数量', detail: '必须大于 0' }], file } })
    await press(await choose(sheet), '导入')
    expect(await screen.findByRole('row', { name: '3 数量 必须大于 0' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: '下载错误行' }))
    const [blob] = saved.mock.calls.at(-1) ?? []
    expect([...new Uint8Array(await (blob as Blob).arrayBuffer())]).toEqual([0x50, 0x4b, 0xff])
    expect(follow.mock.contexts.at(-1)).toMatchObject({ download: '库存导入错误行.xlsx' })
  })

  it('1003: lists what is to be confirmed, and imports all the same when the user says so', async () => {
    const rows = [{ row: 3, column: '单价', detail: '单价偏高' }]
    const { asked, onDone } = renderImport(({ headers }: ServedRequest) =>
      headers.get('confirmed-warnings') === '00000000000000aa'
        ? { code: 200 }
        : { code: 1003, msg: '有 1 处需要确认', data: { rows, total: 1, confirm: '00000000000000aa' } },
    )
    const dialog = await choose(sheet)
    await press(dialog, '导入')
    expect(await screen.findByRole('row', { name: '3 单价 单价偏高' })).toBeDefined()
    expect(screen.queryByText('修改文件后重新导入')).toBeNull()
    expect(onDone).not.toHaveBeenCalled()
    await press(dialog, '仍要导入')
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(asked('/api/stock/import').map(({ headers }) => headers.get('confirmed-warnings'))).toEqual([null, '00000000000000aa'])
  })

  it('confirms nothing of another file', async () => {
    const { asked } = renderImport({
      code: 1003,
      msg: '有 1 处需要确认',
      data: { rows: [{ row: 3, column: '单价', detail: '单价偏高' }], confirm: '00000000000000aa' },
    })
    const dialog = await choose(sheet)
    await press(dialog, '导入')
    await screen.findByText('单价偏高')
    await choose(new File(['y'], '另一个.xlsx'))
    await press(dialog, '导入')
    await waitFor(() => expect(asked('/api/stock/import')).toHaveLength(2))
    expect(asked('/api/stock/import')[1]?.headers.get('confirmed-warnings')).toBeNull()
  })

  it('takes the mended file of the same name, as another request, and forgets what was wrong', async () => {
    const { onClose, asked } = renderImport({
      code: 1002,
      msg: '共 1 处错误',
      data: { rows: [{ row: 2, column: '数量', detail: '必填' }] },
    })
    const dialog = await choose(sheet)
    await press(dialog, '导入')
    await screen.findByText('必填')
    await choose(new File(['y'], '库存.xlsx'))
    expect(screen.queryByText('必填')).toBeNull()
    await press(dialog, '导入')
    await waitFor(() => expect(asked('/api/stock/import')).toHaveLength(2))
    const [first, second] = asked('/api/stock/import').map(({ headers }) => headers.get('idempotency-key'))
    expect(second).not.toBe(first)
    expect(dialog.querySelector<HTMLInputElement>('input[type=file]')?.value).toBe('')
    expect(onClose).not.toHaveBeenCalled()
  })

  it('sends the same file again under the same key after a lost response', async () => {
    let times = 0
    const { asked, onClose } = renderImport(() => {
      times += 1
      if (times === 1) throw new TypeError('Failed to fetch')
      return { code: 200 }
    })
    const dialog = await choose(sheet)
    await press(dialog, '导入')
    await waitFor(() => expect(document.querySelector('.engine-upload [role=alert]')?.textContent).toBe('上传错误：网络错误'))
    await press(dialog, '导入')
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    const [first, second] = asked('/api/stock/import').map(({ headers }) => headers.get('idempotency-key'))
    expect(second).toBe(first)
  })

  it('says what keeps a file from being read at all', async () => {
    const { onClose } = renderImport(new Refusal(413, { error: '请求内容过大' }))
    await press(await choose(sheet), '导入')
    await waitFor(() => expect(document.querySelector('.engine-upload [role=alert]')?.textContent).toBe('请求内容过大'))
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('I1 the dialog', () => {
  it('has a title, what it is for, the limit, a template, 导入 and 取消', async () => {
    const { asked } = renderImport({ code: 200 }, { plan: { description: '销售订单按行导入', noun: '销售记录', maxRows: 200 } })
    const dialog = await findDialog('库存导入')
    expect(within(dialog).getByText('销售订单按行导入')).toBeDefined()
    expect(within(dialog).getByText('每次最多导入200条销售记录')).toBeDefined()
    expect(start(dialog).disabled).toBe(true)
    expect(within(dialog).getByRole('button', { name: /取\s?消/ })).toBeDefined()
    await userEvent.click(within(dialog).getByRole('button', { name: '下载模板' }))
    expect(asked('/api/stock/import/template')).toHaveLength(1)
  })

  it('sends what the page holds as goodsStockInCheckList, before the file', async () => {
    const send = vi.spyOn(FormData.prototype, 'append')
    renderImport({ code: 200 }, { extra: () => [{ goodsId: '7' }] })
    await press(await choose(sheet), '导入')
    await screen.findByText('导入成功')
    expect(send.mock.calls.map(([name, value]) => [name, typeof value === 'string' ? value : 'file'])).toEqual([
      ['goodsStockInCheckList', '[{"goodsId":"7"}]'],
      ['file', 'file'],
    ])
    send.mockRestore()
  })

  it('closes by 取消, and what was chosen is forgotten', async () => {
    const { onClose, requests } = renderImport({ code: 200 })
    await press(await choose(sheet), '取消')
    expect(onClose).toHaveBeenCalledOnce()
    expect(screen.queryByText('库存.xlsx')).toBeNull()
    expect(requests).toEqual([])
  })

  it('is not closed by a click on the mask, and is by Esc', async () => {
    const { onClose } = renderImport({ code: 200 })
    await findDialog('库存导入')
    const mask = document.querySelector('.ant-modal-wrap') as HTMLElement
    // At first no dialog is closed by it (E5): this one later neither.
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000)
    fireEvent.mouseDown(mask)
    fireEvent.mouseUp(mask)
    fireEvent.click(mask)
    later.mockRestore()
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('I4 sends once, however often 导入 is pressed, and shows that it is busy', async () => {
    const gate = createGate()
    const { asked } = renderImport(() => gate.opened.then(() => ({ code: 200 })))
    const dialog = await choose(sheet)
    fireEvent.click(start(dialog))
    fireEvent.click(start(dialog))
    const bar = await screen.findByRole('progressbar', { name: '库存.xlsx' })
    expect(bar.dataset['status']).toBe('active')
    expect(within(within(dialog).getByRole('listitem')).getByText('上传中')).toBeDefined()
    expect(start(dialog).className).toContain('loading')
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /点击或拖拽/ }).disabled).toBe(true)
    await act(async () => gate.open())
    expect(await screen.findByText('导入成功')).toBeDefined()
    expect(asked('/api/stock/import')).toHaveLength(1)
  })

  it('I4 gives the import up when it is closed under way, and the list is asked in case it had arrived', async () => {
    const { requests, onClose, onDone } = renderImport(() => new Promise(() => undefined))
    const dialog = await choose(sheet)
    fireEvent.click(start(dialog))
    await screen.findByRole('progressbar')
    await press(dialog, '取消')
    expect(requests[0]?.signal?.aborted).toBe(true)
    expect(onClose).toHaveBeenCalledOnce()
    expect(onDone).toHaveBeenCalledOnce()
  })
})

describe('I2 I5 the file', () => {
  it('over 20 MB is refused, and so is what is dropped in its place and is no workbook: each says why, and nothing is sent', async () => {
    const { requests } = renderImport({ code: 200 })
    const dialog = await choose(ofSize('large.xlsx', MAX_FILE_BYTES + 1))
    expect(document.querySelector('.ant-message')?.textContent).toContain('上传文件大小不能超过20M')
    expect(within(dialog).getByRole('listitem').textContent).toContain('large.xlsx')
    expect(within(dialog).getByRole('alert').textContent).toBe('上传文件大小不能超过20M')
    expect(start(dialog).disabled).toBe(true)

    drop(new File(['%PDF-'], '说明.pdf', { type: 'application/pdf' }))
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe('只能上传 .xlsx 格式的文件'))
    expect(within(dialog).getByRole('listitem').textContent).toContain('说明.pdf')
    expect(start(dialog).disabled).toBe(true)
    expect(requests).toEqual([])
  })

  it('of just 20 MB can be dropped', async () => {
    renderImport({ code: 200 })
    const dialog = await findDialog('库存导入')
    const largest = ofSize('largest.xlsx', 20_971_520)
    drop(largest)
    expect(await screen.findByText('largest.xlsx')).toBeDefined()
    expect(start(dialog).disabled).toBe(false)
  })

  it('that is no workbook is refused by its name', async () => {
    const { requests } = renderImport({ code: 200 })
    const dialog = await choose(new File(['x'], '库存.csv'))
    expect(within(dialog).getByRole('listitem').textContent).toContain('库存.csv')
    expect(within(dialog).getByRole('alert').textContent).toBe('只能上传 .xlsx 格式的文件')
    expect(start(dialog).disabled).toBe(true)
    expect(requests).toEqual([])
  })

  it('is one: of several the first is taken, and that is said', async () => {
    renderImport({ code: 200 })
    await findDialog('库存导入')
    drop(sheet, new File(['y'], 'b.xlsx'))
    expect(await screen.findByText('每次只能导入一个文件')).toBeDefined()
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })
})

it('I3 an answer without a body is refused', () => {
  expect(importOutcome({ success: true, status: 200, message: '', body: undefined })).toMatchObject({
    kind: 'refused',
    message: '导入失败',
  })
})

it('I3 the workbook of failed rows is read byte by byte', async () => {
  const bytes = new Uint8Array(await workbookOf({ name: 'a', content: btoa('\u0000\u007f\u0080\u00ff') }).arrayBuffer())
  expect([...bytes]).toEqual([0, 127, 128, 255])
})
