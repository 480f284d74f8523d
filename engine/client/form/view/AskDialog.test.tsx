import { cleanup, createEvent, fireEvent, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseExpression } from '../../../core/expression'
import type { FieldProblem } from '../../../core/wire'
import { RequestError } from '../../request'
import { createGate } from '../../testing/gate'
import { Refusal, renderPage, type PageSetup } from '../../testing/renderPage'
import { AskDialog } from './AskDialog'
import type { AskProps } from './useAsk'
import { fieldPlan } from '../../../core/testing/fieldPlans'

const opinion = fieldPlan('opinion', 'textarea', { title: '审批意见', required: true, maxLength: 100 })
const amount = fieldPlan('amount', 'money', { title: '金额' })

function open(given: Partial<AskProps> = {}, setup: PageSetup = {}) {
  const onSubmit = vi.fn<AskProps['onSubmit']>(async () => undefined)
  const onClose = vi.fn<() => void>()
  renderPage(
    <AskDialog
      title="审批"
      action="approve"
      act="审批"
      fields={[opinion, amount]}
      screen={{ base: '/api/stock', states: {} }}
      onSubmit={onSubmit}
      onClose={onClose}
      {...given}
    />,
    setup,
  )
  return { onSubmit, onClose }
}

const confirm = () => userEvent.click(page.getByRole('button', { name: '审 批' }))

/** A click beside it. */
function missDialog(): void {
  const mask = document.querySelector('.ant-modal-wrap')
  if (!mask) throw new Error('no mask')
  fireEvent.mouseDown(mask)
  fireEvent.mouseUp(mask)
  fireEvent.click(mask)
}

/** When a click there is no longer taken for the one that has opened it. */
async function clickMask(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const now = vi.spyOn(performance, 'now').mockReturnValue(Number.MAX_SAFE_INTEGER)
  missDialog()
  now.mockRestore()
}

afterEach(cleanup)

it('begins with what the record has, sends what was entered and closes', async () => {
  const { onSubmit, onClose } = open({ record: { id: '7', version: 2, amount: '8.00' } })
  expect(page.getByLabelText<HTMLInputElement>('金额').value).toBe('8.00')
  await userEvent.type(page.getByLabelText('审批意见*'), '同意')
  await confirm()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onSubmit.mock.calls).toEqual([[{ opinion: '同意', amount: '8.00' }]])
})

describe('in what an amount is counted', () => {
  const unit = fieldPlan('currency', 'text', { title: '币种' })
  const summary = { about: fieldPlan('reader', 'text', {}), figures: [], unit }
  const counted = { base: '/api/stock', states: {}, summary }
  const suffixOf = (label: string): string | undefined =>
    page.getByLabelText(label).parentElement?.querySelector('.engine-number-suffix')?.textContent ?? undefined

  it('stands beside its input, as the record that is decided on says', () => {
    open({ screen: counted, record: { id: '7', currency: 'USD' } })
    expect(suffixOf('金额')).toBe('USD')
  })

  it('is what another field says of a quantity, and nothing where nobody says it', () => {
    const weight = fieldPlan('weight', 'digit', { title: '重量', unitFrom: 'measure' })
    const own = fieldPlan('fee', 'money', { title: '费用', unit: '元' })
    const share = fieldPlan('share', 'digit', { title: '份额', unitFrom: 'way', units: { SHARE: '%', DAYS: '天' } })
    open({ screen: counted, fields: [weight, amount, own, share], record: { id: '7', measure: '吨', way: 'SHARE' } })
    expect(['重量', '金额', '费用', '份额'].map(suffixOf)).toEqual(['吨', undefined, '元', undefined])
    cleanup()
    open({ screen: counted, fields: [share], record: { id: '7', way: 'DAYS' } })
    expect(suffixOf('份额')).toBe('天')
  })
})

it('has codes chosen whose dictionary another answer says, and keeps them as the text that they are', async () => {
  const what = fieldPlan('what', 'text', { title: '看什么' })
  const value = fieldPlan('value', 'text', { title: '值', codes: { from: 'what', in: { KIND: 'kind' } } })
  const { onSubmit } = open({ fields: [what, value], record: { id: '7', what: 'KIND', value: 'A,B' } })
  expect(page.queryByDisplayValue('A,B')).toBeNull()
  await userEvent.clear(page.getByLabelText('看什么'))
  expect(page.getByLabelText<HTMLInputElement>('值').value).toBe('A,B')
  await userEvent.type(page.getByLabelText('看什么'), 'KIND')
  await confirm()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ what: 'KIND', value: 'A,B' }))
})

it('sends the files that it asks for with the other answers', async () => {
  const receipt = { id: 'a'.repeat(32), name: '回执.pdf', size: 18 }
  const { onSubmit } = open({
    fields: [amount, fieldPlan('receipts', 'files', { title: '回执附件' })],
    record: { id: '7', receipts: [receipt] },
  })
  await userEvent.type(page.getByLabelText('金额'), '98')
  await confirm()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ amount: '98', receipts: [receipt] }))
})

describe('a file that is on its way when it is confirmed', () => {
  const receipts = fieldPlan('receipts', 'files', { title: '回执附件', required: true })
  const receipt = { id: 'a'.repeat(32), name: '回执.pdf', size: 18 }
  const choose = async () => userEvent.upload(await page.findByLabelText(/^上传文件 回执附件/), new File(['a'], '回执.pdf'))

  it('is waited for', async () => {
    const slow = createGate()
    const { onSubmit, onClose } = open({ fields: [receipts] }, { serve: () => slow.opened.then(() => receipt) })
    await choose()
    await confirm()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(page.queryByText(/请填写/)).toBeNull()
    slow.open()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ receipts: [receipt] }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('keeps the dialog open when it is not taken, until it is sent again or taken away', async () => {
    let isBroken = true
    const serve = () => (isBroken ? new Refusal(500, { title: '服务器错误' }) : receipt)
    const { onSubmit } = open({ fields: [receipts] }, { serve })
    await choose()
    await confirm()
    const reason = '“回执附件”中有文件未上传成功，请重试或删除后再提交'
    expect((await page.findAllByText(reason)).length).toBeGreaterThan(0)
    expect(onSubmit).not.toHaveBeenCalled()
    isBroken = false
    await userEvent.click(page.getByRole('button', { name: '重试 回执.pdf' }))
    await waitFor(() => expect(page.queryByText(reason)).toBeNull())
    await confirm()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ receipts: [receipt] }))
  })

  it('is not sent with a dialog that was cancelled meanwhile, and is input to be given up', async () => {
    const slow = createGate()
    const { onSubmit, onClose } = open({ fields: [receipts] }, { serve: () => slow.opened.then(() => receipt) })
    await choose()
    await userEvent.keyboard('{Escape}')
    expect(await page.findByText('放弃后，本次填写的内容不会保留。')).toBeTruthy()
    await userEvent.click(page.getByRole('button', { name: '继续编辑' }))
    await confirm()
    expect(onClose).not.toHaveBeenCalled()
    cleanup()
    slow.open()
    await Promise.resolve()
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

it('stays open with the reason of a refusal that is about no field, until it is sent again', async () => {
  const onSubmit = vi.fn<AskProps['onSubmit']>().mockResolvedValueOnce({ refusal: '余额不足' }).mockResolvedValueOnce(undefined)
  const { onClose } = open({ fields: [amount], onSubmit })
  await confirm()
  expect((await page.findByRole('alert')).textContent).toBe('余额不足')
  expect(onClose).not.toHaveBeenCalled()
  await confirm()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(page.queryByRole('alert')).toBeNull()
})

it('sends with Enter in a line of text', async () => {
  const { onSubmit } = open({ fields: [amount] })
  await userEvent.type(page.getByLabelText('金额'), '3{Enter}')
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ amount: '3' }))
})

it('checks first', async () => {
  const { onSubmit } = open()
  await confirm()
  expect(await page.findAllByText('“审批意见”不能为空')).toHaveLength(1)
  expect(document.activeElement).toBe(page.getByLabelText('审批意见*'))
  // Beside the field, and not above it as well.
  expect(page.queryByRole('alert')).toBeNull()
  expect(onSubmit).not.toHaveBeenCalled()
})

it('lists what is wrong above many fields, and no longer what has been filled', async () => {
  const due = fieldPlan('due', 'text', { title: '期限', required: true })
  const others = ['a', 'b', 'c', 'd'].map((name) => fieldPlan(name, 'text', { title: name }))
  open({ fields: [opinion, due, ...others] })
  await confirm()
  expect((await page.findByRole('alert')).textContent).toContain('有 2 处需要修改')
  await userEvent.type(page.getByLabelText('审批意见*'), '同意')
  expect(page.getByRole('alert').textContent).toBe('有 1 处需要修改请填写：期限')
  await userEvent.type(page.getByLabelText('期限*'), '3')
  expect(page.getByRole('alert').textContent).toBe('已全部修改')
})

it('stays open with the fields marked that the server refuses', async () => {
  const refused: FieldProblem[] = [{ path: 'amount', pointer: '/amount', rule: 'max', detail: '“金额”不能大于 5' }]
  const { onClose } = open({ fields: [amount], onSubmit: async () => refused })
  await confirm()
  await waitFor(() => expect(page.getByLabelText('金额').getAttribute('aria-invalid')).toBe('true'))
  expect(onClose).not.toHaveBeenCalled()
})

it('stays open with its input when it could not be sent', async () => {
  const failed = new RequestError({ success: false, status: 600, message: '网络错误', shown: false })
  const { onClose } = open({ fields: [amount], onSubmit: () => Promise.reject(failed) })
  await userEvent.type(page.getByLabelText('金额'), '3')
  await confirm()
  expect(await page.findByText('网络错误')).toBeTruthy()
  expect(page.getByLabelText<HTMLInputElement>('金额').value).toBe('3.00')
  expect(onClose).not.toHaveBeenCalled()
})

it('sends once however often it is confirmed', async () => {
  const onSubmit = vi.fn<AskProps['onSubmit']>(() => new Promise(() => undefined))
  open({ fields: [amount], onSubmit })
  await userEvent.dblClick(page.getByRole('button', { name: '审 批' }))
  expect(onSubmit).toHaveBeenCalledOnce()
})

it('does not take the click that opened it for one on its mask, and not a miss after typing (acceptance E5)', async () => {
  const { onClose } = open({ fields: [amount] })
  missDialog()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.type(page.getByLabelText('金额'), '3')
  missDialog()
  expect(onClose).not.toHaveBeenCalled()
})

it.each([
  [299, 0],
  [300, 1],
])('E5 is closed by a click on its mask when nothing was typed: %i ms after it opened, %i times', async (age, times) => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  const { onClose } = open({ fields: [amount] })
  await new Promise((resolve) => requestAnimationFrame(resolve))
  now.mockReturnValue(10_000 + age)
  missDialog()
  now.mockRestore()
  expect(onClose).toHaveBeenCalledTimes(times)
})

describe.each([
  ['Esc', () => userEvent.keyboard('{Escape}')],
  ['its cross', () => userEvent.click(page.getByRole('button', { name: /关闭|Close/ }))],
  ['取消', () => userEvent.click(page.getByRole('button', { name: '取 消' }))],
  ['a click on its mask', clickMask],
])('closed by %s', (_name, close) => {
  const confirmText = '放弃后，本次填写的内容不会保留。'

  it.each([
    ['继续编辑', 0],
    ['放 弃', 1],
  ])('asks before what was typed is given up: %s', async (response, times) => {
    const { onClose } = open({ fields: [opinion] })
    await userEvent.type(page.getByLabelText('审批意见*'), '资料不全')
    await close()
    expect(await page.findByText(confirmText)).toBeTruthy()
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('button', { name: response }))
    await waitFor(() => expect(page.queryByText(confirmText)).toBeNull())
    expect(onClose).toHaveBeenCalledTimes(times)
    expect(page.getByLabelText<HTMLTextAreaElement>('审批意见*').value).toBe('资料不全')
  })

  it('just closes when nothing was typed', async () => {
    const { onClose } = open({ record: { id: '7', amount: '8.00' } })
    await close()
    expect(onClose).toHaveBeenCalledOnce()
    expect(page.queryByText(confirmText)).toBeNull()
  })
})

it('asks about each row of a line table and names the row by its id', async () => {
  const show = [fieldPlan('goodsName', 'text', { title: '品名' })]
  const fill = [
    fieldPlan('actualQty', 'digit', { title: '实收数量', required: true }),
    fieldPlan('damagedQty', 'digit', { title: '残损数量', default: 0 }),
  ]
  const { onSubmit } = open({
    fields: [],
    lines: { lines: 'goods', title: '明细', show, fill },
    record: {
      id: '7',
      goods: [
        { id: '70', goodsName: '甲' },
        { id: '71', goodsName: '乙' },
      ],
    },
  })
  expect(page.queryByRole('button', { name: '新增一行' })).toBeNull()
  expect(page.queryByLabelText('第 1 行品名')).toBeNull()
  expect(page.getByText('甲')).toBeTruthy()
  await userEvent.type(page.getByLabelText('第 1 行实收数量'), '5')
  await confirm()
  expect((await page.findByRole('alert')).textContent).toContain('第 2 行')
  await userEvent.type(page.getByLabelText('第 2 行实收数量'), '6')
  await confirm()
  await waitFor(() =>
    expect(onSubmit).toHaveBeenCalledWith({
      goods: [
        { id: '70', actualQty: 5, damagedQty: 0 },
        { id: '71', actualQty: 6, damagedQty: 0 },
      ],
    }),
  )
})

describe('rows that have arrived', () => {
  const show = [fieldPlan('goodsName', 'text', { title: '品名' }), fieldPlan('dueQty', 'digit', { title: '应收' })]
  const fill = [fieldPlan('actualQty', 'digit', { title: '实收' }), fieldPlan('place', 'text', { title: '库位' })]
  const by = [fieldPlan('barcode', 'text'), fieldPlan('goodsNo', 'text')]
  const goods = [
    { id: '70', goodsName: '甲', dueQty: 5, barcode: '690001', goodsNo: 'SP-01' },
    { id: '71', goodsName: '乙', dueQty: 6, barcode: '690002', goodsNo: 'SP-02' },
    { id: '72', goodsName: '乙', dueQty: 7, barcode: '690002', goodsNo: 'SP-02' },
  ]
  const input = (row: number, title = '实收') => page.getByLabelText<HTMLInputElement>(`第 ${row} 行${title}`)

  function openGoods(counts?: true): ReturnType<typeof open> {
    const fillAll = { title: '全部按应收', values: { actualQty: parseExpression('dueQty') } }
    const scan = { by, to: 'actualQty', ...(counts ? { counts } : {}) }
    return open({ fields: [], lines: { lines: 'goods', title: '明细', show, fill, fillAll, scan }, record: { id: '7', goods } })
  }
  /** As a reader does, when fingers have come to rest: each key types, and Enter follows at once, by their own times on a busy machine too. */
  async function scan(code: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const target = document.activeElement ?? document.body
    const begun = performance.now()
    for (const [index, key] of [...code, 'Enter'].entries()) {
      const event = createEvent.keyDown(target, { key })
      Object.defineProperty(event, 'timeStamp', { value: begun + index })
      fireEvent(target, event)
      if (key !== 'Enter' && target instanceof HTMLInputElement) fireEvent.change(target, { target: { value: target.value + key } })
    }
  }

  it('are filled with what was due by one button, but not where something stands already', async () => {
    openGoods()
    await userEvent.type(input(2), '4')
    await userEvent.click(page.getByRole('button', { name: '全部按应收' }))
    expect([1, 2, 3].map((row) => input(row).value)).toEqual(['5', '4', '7'])
  })

  it('have the first of their inputs in focus once the dialog is open, but not where somebody has gone to another before', async () => {
    openGoods()
    await waitFor(() => expect(document.activeElement).toBe(input(1)))
    cleanup()
    openGoods()
    input(2).focus()
    await waitFor(() => expect(document.querySelector('.ant-modal')?.className).not.toMatch(/-(appear|enter)/))
    expect(document.activeElement).toBe(input(2))
  })

  it('are gone to by a code, wherever its keys have gone, which have typed nothing', async () => {
    openGoods()
    await userEvent.type(input(1), '3')
    await scan('690002')
    await waitFor(() => expect(document.activeElement).toBe(input(2)))
    expect([input(1).value, page.queryByText(/不能为空/)]).toEqual(['3', null])
    await userEvent.type(input(2), '4')
    await scan('sp-02')
    await waitFor(() => expect(document.activeElement).toBe(input(3)))
    expect(input(2).value).toBe('4')
    expect(page.getByText('第 3 行：sp-02')).toBeTruthy()
  })

  it('are left alone by a code that none of them has, which is told', async () => {
    const { onSubmit } = openGoods()
    input(1).focus()
    await scan('699999')
    expect(await page.findByText('没有找到“699999”')).toBeTruthy()
    expect([input(1).value, document.activeElement]).toEqual(['', input(1)])
    input(1, '库位').focus()
    await scan('A-01-01')
    expect(input(1, '库位').value).toBe('A-01-01')
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('are found by a code that is typed', async () => {
    openGoods()
    await userEvent.type(page.getByLabelText('扫码'), 'SP-01{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(input(1)))
  })

  it('are counted where a code stands for one piece', async () => {
    openGoods(true)
    await scan('690001')
    await waitFor(() => expect(input(1).value).toBe('1'))
    await scan('690001')
    await waitFor(() => expect(input(1).value).toBe('2'))
    expect(page.getByText('第 1 行：690001，数量 2')).toBeTruthy()
  })
})
