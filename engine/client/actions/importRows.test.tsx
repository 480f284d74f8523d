import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { screenPlan } from '../testing/plans'
import { findDialog, press } from '../testing/dialogs'
import { renderPage } from '../testing/renderPage'
import { ImportDialog } from './ImportDialog'
import { maxImportBytes, problemsAsCsv } from './importRows'

afterEach(cleanup)

function renderImport(answer: unknown) {
  const onDone = vi.fn<() => void>()
  const onClose = vi.fn<() => void>()
  const onReturned = vi.fn<(data: unknown) => void>()
  const page = renderPage(
    <ImportDialog screen={screenPlan()} title="库存导入" onDone={onDone} onClose={onClose} onReturned={onReturned} />,
    { serve: () => answer },
  )
  return { ...page, onDone, onClose, onReturned }
}

async function choose(file: File): Promise<HTMLElement> {
  const dialog = await findDialog('库存导入')
  await userEvent.upload(dialog.querySelector('input[type=file]') as HTMLInputElement, file)
  return dialog
}
const sheet = new File(['x'], '库存.xlsx')

describe('I3', () => {
  it('200: says so, closes and asks the list again', async () => {
    const { onDone, onClose, asked } = renderImport({ code: 200 })
    await press(await choose(sheet), '导入')
    expect(await screen.findByText('导入成功')).toBeDefined()
    expect(onDone).toHaveBeenCalledOnce()
    expect(onClose).toHaveBeenCalledOnce()
    expect(asked('/api/stock/import')[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('1001: closes and gives the rows back', async () => {
    const { onReturned, onClose } = renderImport({ code: 1001, data: [{ qty: '1' }] })
    await press(await choose(sheet), '导入')
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(onReturned).toHaveBeenCalledExactlyOnceWith([{ qty: '1' }])
  })

  it('anything else: says why, stays open, and lists each row with its column and reason', async () => {
    const { onClose } = renderImport({ code: 500, msg: '第 3 行有误', data: { rows: [{ row: 3, column: '数量', detail: '必须大于 0' }] } })
    await press(await choose(sheet), '导入')
    expect(await screen.findByText('第 3 行有误')).toBeDefined()
    expect(screen.getByRole('row', { name: '3 数量 必须大于 0' })).toBeDefined()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('takes the mended file of the same name, as another request, and forgets what was wrong', async () => {
    const { onClose, asked } = renderImport({
      code: 1002,
      msg: '共 1 处错误',
      data: { rows: [{ row: 2, column: '数量', detail: '必填' }] },
    })
    const dialog = await choose(sheet)
    await press(dialog, '导入')
    await screen.findByText('共 1 处错误')
    await choose(new File(['y'], '库存.xlsx'))
    expect(screen.queryByText('必填')).toBeNull()
    await press(dialog, '导入')
    await waitFor(() => expect(asked('/api/stock/import')).toHaveLength(2))
    const [first, second] = asked('/api/stock/import').map(({ headers }) => headers.get('idempotency-key'))
    expect(second).not.toBe(first)
    expect(dialog.querySelector<HTMLInputElement>('input[type=file]')?.value).toBe('')
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('I1, I2', () => {
  it('sends nothing for a file over 20 MB', async () => {
    const large = new File(['x'], 'large.xlsx')
    Object.defineProperty(large, 'size', { value: maxImportBytes + 1 })
    const { requests } = renderImport({ code: 200 })
    const dialog = await choose(large)
    expect(await screen.findByText('上传文件大小不能超过20M')).toBeDefined()
    expect(dialog.querySelector<HTMLButtonElement>('.ant-btn-primary')?.disabled).toBe(true)
    expect(requests).toEqual([])
  })

  it('takes a file that is dropped, of just 20 MB', async () => {
    const largest = new File(['x'], 'largest.xlsx')
    Object.defineProperty(largest, 'size', { value: maxImportBytes })
    renderImport({ code: 200 })
    await findDialog('库存导入')
    fireEvent.drop(screen.getByText(/点击或拖拽/), { dataTransfer: { files: [largest] } })
    expect(screen.getByText('largest.xlsx')).toBeDefined()
  })

  it('closes by 取消', async () => {
    const { onClose } = renderImport({ code: 200 })
    await press(await findDialog('库存导入'), '取消')
    expect(onClose).toHaveBeenCalledOnce()
  })
})

it('writes problems so that no cell is taken for a formula', async () => {
  const text = await problemsAsCsv([{ row: 2, column: '名称', detail: '=cmd("x")' }]).text()
  expect(text.replace('\uFEFF', '').split('\r\n')).toEqual(['"行","列","原因"', `"2","名称","'=cmd(""x"")"`])
})
