import { describe, expect, it } from 'vitest'
import { parseExpression } from '../../../core/expression'
import type { FormItemPlan, LinesPlan, CheckPlan } from '../../../core/plan'
import { createFormModel } from './model'
import type { FormModel, FormSetup } from './formModel'
import { fieldPlan, itemPlan, linesPlan } from '../../../core/testing/fieldPlans'

interface Given {
  items?: FormItemPlan[]
  lines?: LinesPlan[]
  checks?: CheckPlan[]
}

function modelOf({ items = [], lines = [], checks = [] }: Given, setup: Partial<FormSetup> = {}): FormModel {
  return createFormModel({
    plan: { sections: [{ title: 'all', items }], lines, checks },
    record: {},
    isNew: setup.record === undefined,
    environment: { today: '2026-03-05', now: '2026-03-05T08:00:00Z' },
    formats: {},
    ...setup,
  })
}

function firstRow(model: FormModel, lines: string) {
  const table = model.lines.get(lines)
  const row = table?.rows()[0]
  if (!table || !row) throw new Error(`no row in ${lines}`)
  return { table, row }
}

const money = (name: string, formula?: string) =>
  fieldPlan(name, 'money', formula === undefined ? {} : { value: parseExpression(formula), readOnly: true })

describe('a form', () => {
  it('starts a new record with its defaults', () => {
    const model = modelOf(
      {
        items: [
          itemPlan(fieldPlan('kind', 'select', { default: 'A' })),
          itemPlan(fieldPlan('day', 'date', { default: { expression: parseExpression('addDays(today(), 1)') } })),
          itemPlan(fieldPlan('by', 'ref', { default: { expression: parseExpression('user') } })),
        ],
      },
      { environment: { today: '2026-03-05', now: '2026-03-05T08:00:00Z', user: '7' } },
    )
    expect(model.values()).toMatchObject({ kind: 'A', day: '2026-03-06', by: '7' })
  })

  it('leaves out of a new record what only the system writes, until a choice fills it', () => {
    const items = [
      itemPlan(fieldPlan('number', 'serial', { readOnly: true })),
      itemPlan(money('paid')),
      itemPlan(fieldPlan('used', 'money', { readOnly: true, default: '0' })),
      itemPlan(fieldPlan('mode', 'text', { readOnly: true })),
    ]
    const model = modelOf({ items })
    const shown = (of: FormModel) => [...of.items].flatMap(([name, { field }]) => (field.visible ? [name] : []))
    expect(shown(model)).toEqual(['number', 'paid'])
    expect(model.values()).toMatchObject({ used: '0.00' })
    model.enter('mode', 'AGENT')
    expect(shown(model)).toEqual(['number', 'paid', 'mode'])
    expect(shown(modelOf({ items }, { record: { id: '1', used: '0' } }))).toEqual(['number', 'paid', 'used', 'mode'])
  })

  it('gives no defaults to a record that exists', () => {
    const model = modelOf({ items: [itemPlan(fieldPlan('kind', 'select', { default: 'A' }))] }, { record: { id: '1', kind: null } })
    expect(model.values()['kind']).toBeNull()
    expect(model.isChanged()).toBe(false)
  })

  it('computes exact decimals over its fields and its lines', () => {
    const goods = linesPlan('goods', [fieldPlan('qty', 'digit', { decimals: 3 }), money('price'), money('amount', 'qty * price')])
    const model = modelOf({
      items: [
        itemPlan(money('fee')),
        itemPlan(money('goodsAmount', 'sum(goods.amount)')),
        itemPlan(money('total', 'goodsAmount + coalesce(fee, 0)')),
      ],
      lines: [goods],
    })
    model.lines.get('goods')?.insert(0, [
      { qty: '3', price: '0.10' },
      { qty: '0.1', price: '0.2' },
    ])
    expect(model.values()).toMatchObject({ goodsAmount: '0.32', total: '0.32' })
    model.enter('fee', '0.01')
    expect(model.values()['total']).toBe('0.33')
    const { table, row } = firstRow(model, 'goods')
    table.enter(row, 'qty', '7')
    expect(model.values()).toMatchObject({ goodsAmount: '0.72', total: '0.73' })
    expect(model.values()['goods']).toMatchObject([{ amount: '0.70' }, { amount: '0.02' }])
  })

  it('computes again at once what it begins with, as after a draft', () => {
    const item = itemPlan(money('total', 'fee * 2'))
    const model = modelOf(
      { items: [itemPlan(money('fee')), item] },
      { record: { id: '1', fee: '1.00', total: '2.00' }, values: { id: '1', fee: '4.00', total: '2.00' } },
    )
    expect(model.values()['total']).toBe('8.00')
  })

  it('keeps a result of the server that it cannot compute itself', () => {
    const item = itemPlan(money('balance', 'limit - used'))
    expect(modelOf({ items: [item] }, { record: { id: '1', balance: '5.00' } }).values()['balance']).toBe('5.00')
  })

  it('computes lines again when a field of the record that they read changes', () => {
    const goods = linesPlan('goods', [money('price'), money('local', 'price * rate')])
    const model = modelOf({ items: [itemPlan(fieldPlan('rate', 'digit', { decimals: 4 }))], lines: [goods] })
    model.lines.get('goods')?.insert(0, [{ price: '2.00' }])
    model.enter('rate', '7.1')
    expect(model.values()['goods']).toMatchObject([{ local: '14.20' }])
  })

  it('shows, enables and requires by conditions', () => {
    const model = modelOf({
      items: [
        itemPlan(fieldPlan('kind')),
        itemPlan(fieldPlan('bank'), {
          visible: parseExpression('kind == "B"'),
          enabled: parseExpression('kind != "C"'),
          required: parseExpression('kind == "B"'),
        }),
      ],
    })
    const bank = model.items.get('bank')?.field
    expect(bank?.visible).toBe(false)
    expect(model.check()).toEqual([])
    model.enter('kind', 'B')
    expect(bank?.visible).toBe(true)
    expect(model.check().map(({ path, rule }) => [path, rule])).toEqual([['bank', 'required']])
    expect(bank?.selfErrors).toEqual(['“bank”不能为空'])
  })

  it('gives up what the user hides, in formulas too, and has it back when it is shown again', () => {
    const model = modelOf(
      {
        items: [
          itemPlan(fieldPlan('kind')),
          itemPlan(money('discount'), { visible: parseExpression('kind == "A"') }),
          itemPlan(money('net', '10 - coalesce(discount, 0)')),
        ],
      },
      { record: { id: '1', kind: 'A', discount: '4.00', net: '6.00' } },
    )
    model.enter('kind', 'B')
    expect(model.values()['net']).toBe('10.00')
    expect(model.changes()).toEqual({ values: { kind: 'B' }, clear: ['discount'] })
    model.enter('kind', 'A')
    expect(model.values()).toMatchObject({ discount: '4.00', net: '6.00' })
    expect(model.isChanged()).toBe(false)
  })

  it('leaves alone what was hidden from the start', () => {
    const model = modelOf(
      {
        items: [itemPlan(fieldPlan('kind')), itemPlan(fieldPlan('other'), { visible: parseExpression('kind == "A"') })],
      },
      { record: { id: '1', kind: 'B', other: 'of another screen' } },
    )
    model.enter('kind', 'C')
    expect(model.changes()).toEqual({ values: { kind: 'C' }, clear: [] })
  })
})

describe('a field that follows others', () => {
  const follows = (name: string, formula: string) => fieldPlan(name, 'money', { decimals: 2, follows: parseExpression(formula) })
  const goods = linesPlan('goods', [money('qty'), money('price'), follows('net', 'round(qty * price, 2)'), follows('tax', 'net * 0.13')])
  const model = (row: object) => modelOf({ lines: [goods] }, { record: { id: '1', goods: [{ id: '5', ...row }] } })

  it('is filled when one of them is typed, and what follows it in turn', () => {
    const form = model({ qty: '2', price: '10', net: '20.00', tax: '2.60' })
    const { table, row } = firstRow(form, 'goods')
    table.enter(row, 'qty', '3')
    expect(form.values()['goods']).toMatchObject([{ net: '30.00', tax: '3.90' }])
  })

  it('may be typed over, and stays until one of them is typed again', () => {
    const form = model({ qty: '2', price: '10', net: '20.00', tax: '2.60' })
    const { table, row } = firstRow(form, 'goods')
    table.enter(row, 'tax', '2.61')
    expect(form.values()['goods']).toMatchObject([{ net: '20.00', tax: '2.61' }])
    table.enter(row, 'net', '20.01')
    expect(form.values()['goods']).toMatchObject([{ net: '20.01', tax: '2.60' }])
  })

  it('is left as it was loaded, and as it was pasted', () => {
    const form = model({ qty: '2', price: '10', net: '20.01', tax: '2.59' })
    expect(form.isChanged()).toBe(false)
    form.lines.get('goods')?.fill(0, [{ qty: '3', tax: '4.00' }])
    expect(form.values()['goods']).toMatchObject([{ net: '30.00', tax: '4.00' }])
  })

  it('is filled in a new row that does not say it', () => {
    const form = modelOf({ lines: [goods] })
    form.lines.get('goods')?.insert(0, [
      { qty: '2', price: '10' },
      { qty: '2', price: '10', net: '19.99', tax: '2.00' },
    ])
    expect(form.values()['goods']).toMatchObject([
      { net: '20.00', tax: '2.60' },
      { net: '19.99', tax: '2.00' },
    ])
  })

  it('follows in the record as well', () => {
    const form = modelOf({
      items: [itemPlan(money('amount')), itemPlan(follows('fee', 'amount / 100')), itemPlan(follows('tax', 'fee / 10'))],
    })
    form.enter('amount', '500')
    expect(form.values()).toMatchObject({ fee: '5.00', tax: '0.50' })
    form.enter('fee', '7')
    expect(form.values()).toMatchObject({ fee: '7', tax: '0.70' })
  })
})

describe('what a choice brings', () => {
  it('is taken over as if it were typed: fields, display values, whole line tables', () => {
    const buyer = fieldPlan('buyerId', 'ref', {
      readOnly: true,
      ref: { entity: 'party', title: 'party', label: 'name', multiple: false, display: 'buyerName' },
    })
    const form = modelOf(
      {
        items: [itemPlan(buyer), itemPlan(fieldPlan('phone', 'text', { required: true }))],
        lines: [linesPlan('goods', [fieldPlan('name')])],
      },
      { record: { id: '1', phone: null, goods: [{ id: '5', name: 'old' }] } },
    )
    form.check()
    form.take({ buyerId: '4', buyerName: 'four', phone: '444', goods: [{ name: 'a' }, { name: 'b' }] })
    expect(form.values()).toMatchObject({ buyerId: '4', buyerName: 'four', goods: [{ name: 'a' }, { name: 'b' }] })
    expect(form.changes().values).toEqual({ phone: '444', goods: [{ name: 'a' }, { name: 'b' }] })
    expect(form.items.get('phone')?.field.selfErrors).toEqual([])
  })
})

describe('a reference to rows of several entities', () => {
  const to = (entity: string) => ({ entity, title: entity, label: 'name', multiple: false, display: 'aboutName', fill: { phone: 'phone' } })
  const about = fieldPlan('aboutId', 'ref', {
    mixed: { kind: 'aboutType', display: 'aboutName', to: { party: to('party'), book: to('book') } },
  })
  const model = () =>
    modelOf(
      {
        items: [
          itemPlan(fieldPlan('aboutType', 'kind', { kinds: { party: 'Party', book: 'Book' } })),
          itemPlan(about),
          itemPlan(fieldPlan('phone')),
        ],
      },
      { record: { id: '1', aboutType: 'party', aboutId: '3', aboutName: 'three', phone: '1' } },
    )

  it('is chosen anew when the kind changes', () => {
    const form = model()
    form.enter('aboutType', 'book')
    expect(form.values()).toMatchObject({ aboutType: 'book', aboutId: null, aboutName: null })
    form.enter('aboutId', '3', [{ value: '3', label: 'third book', fill: { phone: '333' } }])
    expect(form.values()).toMatchObject({ aboutId: '3', aboutName: 'third book', phone: '333' })
    expect(form.changes().values).toEqual({ aboutType: 'book', phone: '333' })
  })
})

describe('a reference', () => {
  const buyer = fieldPlan('buyerId', 'ref', {
    ref: { entity: 'party', title: 'party', label: 'name', multiple: false, display: 'buyerName', fill: { phone: 'phone' } },
  })
  const contract = fieldPlan('contractId', 'ref', {
    ref: {
      entity: 'contract',
      title: 'contract',
      label: 'no',
      multiple: false,
      display: 'contractNo',
      where: { partyId: { from: 'buyerId' } },
    },
  })
  const model = () =>
    modelOf(
      { items: [itemPlan(buyer), itemPlan(fieldPlan('phone')), itemPlan(contract)] },
      {
        record: { id: '1', buyerId: '3', buyerName: 'three', phone: '1', contractId: '9', contractNo: 'C9' },
      },
    )

  it('fills other fields from what was chosen, and shows its name', () => {
    const form = model()
    form.enter('buyerId', '4', [{ value: '4', label: 'four', fill: { phone: '444' } }])
    expect(form.values()).toMatchObject({ buyerName: 'four', phone: '444' })
  })
  it('fills another reference by its name too, which the account may not see by itself, in a row as well', () => {
    const owner = fieldPlan('ownerId', 'ref', {
      ref: { entity: 'party', title: 'party', label: 'name', multiple: false, display: 'ownerName' },
    })
    const batch = fieldPlan('batchId', 'ref', {
      ref: { entity: 'batch', title: 'batch', label: 'no', multiple: false, display: 'batchNo', fill: { ownerId: 'ownerId' } },
    })
    const chosen = [{ value: '4', label: 'B4', fill: { ownerId: '7' }, fillNames: { ownerId: 'seven' } }]
    const form = modelOf(
      { items: [itemPlan(batch), itemPlan(owner)], lines: [linesPlan('goods', [batch, owner])] },
      { record: { id: '1', goods: [{ id: '5' }] } },
    )
    form.enter('batchId', '4', chosen)
    expect(form.values()).toMatchObject({ batchNo: 'B4', ownerId: '7', ownerName: 'seven' })
    const table = form.lines.get('goods')
    const row = table?.rows()[0]
    if (row) table?.enter(row, 'batchId', '4', chosen)
    expect(form.values()['goods']).toMatchObject([{ ownerId: '7', ownerName: 'seven' }])
    form.enter('batchId', null, [])
    expect(form.values()).toMatchObject({ ownerId: null, ownerName: null })
  })
  it('voids the choices that depended on another', () => {
    const form = model()
    form.enter('buyerId', '4', [{ value: '4', label: 'four' }])
    expect(form.values()).toMatchObject({ contractId: null, contractNo: null })
    expect(form.changes().clear).toEqual(['phone', 'contractId'])
  })
  it('leaves them where another reference fills what stands there already, and voids them where it fills something else', () => {
    const loan = fieldPlan('loanId', 'ref', {
      ref: { entity: 'loan', title: 'loan', label: 'no', multiple: false, display: 'loanNo', fill: { buyerId: 'buyerId' } },
    })
    const record = { id: '1', buyerId: '3', buyerName: 'three', contractId: '9', contractNo: 'C9' }
    const form = modelOf({ items: [itemPlan(loan), itemPlan(buyer), itemPlan(contract)] }, { record })
    form.enter('loanId', '1', [{ value: '1', label: 'L1', fill: { buyerId: '3' }, fillNames: { buyerId: 'three' } }])
    expect(form.values()).toMatchObject({ loanNo: 'L1', buyerName: 'three', contractId: '9', contractNo: 'C9' })
    form.enter('loanId', '2', [{ value: '2', label: 'L2', fill: { buyerId: '4' }, fillNames: { buyerId: 'four' } }])
    expect(form.values()).toMatchObject({ buyerName: 'four', contractId: null })
  })
  it('leaves them in a row, too, where what they depend on is filled as it was', () => {
    const loan = fieldPlan('loanId', 'ref', {
      ref: { entity: 'loan', title: 'loan', label: 'no', multiple: false, display: 'loanNo', fill: { buyerId: 'buyerId' } },
    })
    const form = modelOf(
      { lines: [linesPlan('goods', [loan, buyer, contract])] },
      { record: { id: '1', goods: [{ id: '5', buyerId: '3', buyerName: 'three', contractId: '9', contractNo: 'C9' }] } },
    )
    const table = form.lines.get('goods')!
    const choose = (buyerId: string) =>
      table.enter(table.rows()[0]!, 'loanId', buyerId, [{ value: buyerId, label: 'L', fill: { buyerId } }])
    choose('3')
    expect(form.values()['goods']).toMatchObject([{ contractId: '9', contractNo: 'C9' }])
    choose('4')
    expect(form.values()['goods']).toMatchObject([{ contractId: null }])
  })
  it('leaves what it filled as in a new record once it is cleared', () => {
    const amount = fieldPlan('amount', 'money', { default: '0', required: true })
    const receipt = fieldPlan('receiptId', 'ref', {
      ref: { entity: 'receipt', title: 'receipt', label: 'no', multiple: false, display: 'no', fill: { amount: 'left', note: 'note' } },
    })
    const form = modelOf({ items: [itemPlan(receipt), itemPlan(amount), itemPlan(fieldPlan('note'))] }, { isNew: true })
    form.enter('receiptId', '4', [{ value: '4', label: 'R4', fill: { amount: '25.00', note: 'x' } }])
    expect(form.values()).toMatchObject({ amount: '25.00', note: 'x' })
    form.enter('receiptId', null, [])
    expect(form.values()).toMatchObject({ amount: '0.00', note: null })
  })
  it('voids them in lines too', () => {
    const form = modelOf(
      { items: [itemPlan(buyer)], lines: [linesPlan('goods', [contract])] },
      {
        record: { id: '1', buyerId: '3', goods: [{ id: '5', contractId: '9', contractNo: 'C9' }] },
      },
    )
    form.enter('buyerId', '4', [])
    expect(form.values()['goods']).toMatchObject([{ contractId: null, contractNo: null }])
  })
})

describe('the check of a form', () => {
  const goods = linesPlan('goods', [fieldPlan('name', 'text', { required: true }), fieldPlan('qty', 'digit', { min: '1' })], {
    minRows: 1,
    unique: [['name']],
  })

  it('finds what is wrong in any row, drawn or not, and marks the cell', () => {
    const model = modelOf(
      { lines: [goods] },
      {
        record: {
          id: '1',
          goods: Array.from({ length: 300 }, (_, index) => ({ id: String(index), name: index === 260 ? '' : `n${index}`, qty: 1 })),
        },
      },
    )
    expect(model.check().map(({ path, detail }) => [path, detail])).toEqual([['goods.260.name', '“goods”第 261 行的“name”不能为空']])
    const table = model.lines.get('goods')
    const row = table?.rows()[260]
    expect(row && table?.problemOf(row, 'name')).toBe('“name”不能为空')
  })
  it('keeps the mark on its row when a row is added above', () => {
    const model = modelOf({ lines: [goods] }, { record: { id: '1', goods: [{ id: '1', name: '', qty: 1 }] } })
    model.check()
    const { table, row } = firstRow(model, 'goods')
    table.insert(0, [{ name: 'new', qty: 1 }])
    expect(table.rows()[1] && table.problemOf(row, 'name')).toBe('“name”不能为空')
    const above = table.rows()[0]
    expect(above && table.problemOf(above, 'name')).toBeUndefined()
  })
  it('takes the mark away as soon as the input is right', () => {
    const model = modelOf({ items: [itemPlan(fieldPlan('a', 'text', { required: true }))] })
    model.check()
    model.enter('a', 'x')
    expect(model.items.get('a')?.field.selfErrors).toEqual([])
  })
  it('asks for rows, counts them and finds doubles', () => {
    expect(
      modelOf({ lines: [goods] })
        .check()
        .map(({ rule }) => rule),
    ).toEqual(['minRows'])
    const twice = modelOf({ lines: [goods] }, { record: { id: '1', goods: [{ name: 'a', qty: 1 }] } })
    twice.lines.get('goods')?.insert(1, [{ name: 'a ', qty: 1 }])
    expect(twice.check().map(({ path, detail }) => [path, detail])).toEqual([['goods.1.name', '“goods”第 2 行的“name”与第 1 行重复']])
  })
  it('leaves alone what is stored and was not touched, however it came there', () => {
    const items = [itemPlan(fieldPlan('code', 'text', { pattern: '[A-Z]' })), itemPlan(fieldPlan('note'))]
    const model = modelOf({ items, lines: [goods] }, { record: { id: '1', code: 'older', goods: [{ id: '1', name: 'a', qty: 0 }] } })
    expect(model.check()).toEqual([])
    model.enter('code', 'newer')
    const { table, row } = firstRow(model, 'goods')
    table.enter(row, 'name', 'b')
    expect(model.check().map(({ path, rule }) => [path, rule])).toEqual([
      ['code', 'pattern'],
      ['goods.0.qty', 'min'],
    ])
  })
  it('passes over a row that was added and never filled', () => {
    const model = modelOf({ lines: [goods] })
    model.lines.get('goods')?.insert(0, [{ name: 'a', qty: 1 }, {}])
    expect(model.check()).toEqual([])
    expect(model.changes().values['goods']).toEqual([{ name: 'a', qty: 1 }])
  })
  it('tests conditions over several fields once all are filled', () => {
    const until: CheckPlan = { that: parseExpression('from <= until'), message: '止日不能早于起日', field: 'until' }
    const model = modelOf({ items: [itemPlan(fieldPlan('from', 'date')), itemPlan(fieldPlan('until', 'date'))], checks: [until] })
    model.enter('from', '2026-03-02')
    expect(model.check()).toEqual([])
    model.enter('until', '2026-03-01')
    expect(model.check().map(({ path, detail }) => [path, detail])).toEqual([['until', '止日不能早于起日']])
  })
  it('takes the mark of such a condition away when any of its fields mends it, and not before', () => {
    const until: CheckPlan = { that: parseExpression('from <= until'), message: '止日不能早于起日', field: 'until' }
    const model = modelOf({ items: [itemPlan(fieldPlan('from', 'date')), itemPlan(fieldPlan('until', 'date'))], checks: [until] })
    const marks = () => model.items.get('until')?.field.selfErrors
    model.enter('from', '2026-03-05')
    model.enter('until', '2026-03-01')
    model.check()
    model.enter('until', '2026-03-02')
    expect(marks()).toEqual(['止日不能早于起日'])
    model.enter('from', '2026-03-02')
    expect(marks()).toEqual([])
  })
  it('takes the mark of a table away when it has its rows', () => {
    const model = modelOf({ lines: [{ ...goods, minRows: 2 }] })
    const table = model.lines.get('goods')
    model.check()
    table?.insert(0, [{ name: 'a' }])
    expect(table?.field.selfErrors).toEqual(['“goods”至少需要 2 行'])
    table?.insert(0, [{ name: 'b' }])
    expect(table?.field.selfErrors).toEqual([])
  })
  it('asks for more when the save is for an action', () => {
    const model = modelOf({ items: [itemPlan(fieldPlan('contract', 'text', { requiredFor: ['submit'] }))] })
    expect(model.check()).toEqual([])
    expect(model.check('submit')).toHaveLength(1)
  })
  it('marks what only a step needs while its condition holds, and asks for it then', () => {
    const plate = fieldPlan('plate', 'text', { requiredFor: ['submit'], requiredWhen: parseExpression("way == 'PICK'") })
    const model = modelOf({ items: [itemPlan(fieldPlan('way')), itemPlan(plate)] })
    const marks = () => model.items.get('plate')?.field.data
    expect(marks()).toEqual({ required: false, later: false })
    model.enter('way', 'PICK')
    expect(marks()).toEqual({ required: false, later: true })
    expect(model.check()).toEqual([])
    expect(model.check('submit').map(({ path }) => path)).toEqual(['plate'])
    model.enter('way', 'SEND')
    expect(model.check('submit')).toEqual([])
  })
  it('puts refusals of the server on fields and cells, and gives back what it has no place for', () => {
    const model = modelOf(
      { items: [itemPlan(fieldPlan('a'))], lines: [goods] },
      { record: { id: '1', a: 'x', goods: [{ name: 'n', qty: 1 }] } },
    )
    const refusal = (path: string) => ({ path, pointer: '', rule: 'unique', detail: `no ${path}` })
    expect(model.mark(['a', 'goods.0.qty', 'elsewhere', 'goods.9.qty'].map(refusal)).map(({ path }) => path)).toEqual([
      'elsewhere',
      'goods.9.qty',
    ])
    const { table, row } = firstRow(model, 'goods')
    expect(model.items.get('a')?.field.selfErrors).toEqual(['no a'])
    expect(table.problemOf(row, 'qty')).toBe('no goods.0.qty')
  })
})

describe('what the server has refused', () => {
  const goods = linesPlan('goods', [fieldPlan('name'), fieldPlan('qty', 'digit')])
  const refusal = (path: string, said = {}) => [{ path, pointer: '', rule: 'rule', detail: '余额不足', ...said }]
  const amount = fieldPlan('amount', 'money')
  const stored = { id: '1', amount: '9.00', goods: [{ name: 'n', qty: 1 }] }

  it('stays marked while its field is entered and left, and until its value changes', () => {
    const model = modelOf({ items: [itemPlan(amount), itemPlan(fieldPlan('note'))] }, { record: stored })
    const marks = () => model.items.get('amount')?.field.selfErrors
    model.mark(refusal('amount'))
    model.leave('amount')
    model.enter('note', 'x')
    model.leave('amount')
    expect(marks()).toEqual(['余额不足'])
    model.enter('amount', '8.00')
    expect(marks()).toEqual([])
  })

  it('stays marked until what a check compares it with changes, a line table too', () => {
    const sum: CheckPlan = { that: parseExpression('sum(goods.qty) <= amount'), message: 'sum', field: 'amount' }
    const most: CheckPlan = { that: parseExpression('amount <= limit'), message: 'most', field: 'amount' }
    const items = [amount, fieldPlan('limit', 'money')].map((field) => itemPlan(field))
    const model = modelOf({ items, lines: [goods], checks: [sum, most] }, { record: stored })
    const marks = () => model.items.get('amount')?.field.selfErrors
    model.mark(refusal('amount'))
    model.enter('limit', '20.00')
    expect(marks()).toEqual([])
    model.mark(refusal('amount'))
    const { table, row } = firstRow(model, 'goods')
    table.enter(row, 'qty', 2)
    expect(marks()).toEqual([])
  })

  it('stays marked until one of the values changes that it was found of together', () => {
    const items = ['amount', 'limit', 'note'].map((name) => itemPlan(fieldPlan(name)))
    const model = modelOf({ items }, { record: stored })
    const marks = () => model.items.get('amount')?.field.selfErrors
    model.mark(refusal('amount', { rule: 'unique', params: { fields: ['amount', 'limit'] } }))
    model.enter('note', 'x')
    model.leave('amount')
    expect(marks()).toEqual(['余额不足'])
    model.enter('limit', '20')
    expect(marks()).toEqual([])
  })

  it('stays marked in a computed field until it is computed anew', () => {
    const twice = fieldPlan('twice', 'money', { value: parseExpression('amount * 2'), readOnly: true })
    const model = modelOf({ items: [itemPlan(amount), itemPlan(twice), itemPlan(fieldPlan('note'))] }, { record: stored })
    const marks = () => model.items.get('twice')?.field.selfErrors
    model.mark(refusal('twice'))
    model.enter('note', 'x')
    expect(marks()).toEqual(['余额不足'])
    model.enter('amount', '8.00')
    expect(marks()).toEqual([])
  })

  it('stays marked in a cell until its value changes', () => {
    const model = modelOf({ lines: [goods] }, { record: stored })
    const { table, row } = firstRow(model, 'goods')
    model.mark(refusal('goods.0.qty'))
    table.leave(row, 'qty')
    table.enter(row, 'name', 'm')
    table.leave(row, 'qty')
    expect(table.problemOf(row, 'qty')).toBe('余额不足')
    table.enter(row, 'qty', 2)
    expect(table.problemOf(row, 'qty')).toBeUndefined()
  })

  it('is not marked any more when the form is checked and sent again', () => {
    const model = modelOf({ items: [itemPlan(amount)] }, { record: stored })
    model.mark(refusal('amount'))
    expect(model.check()).toEqual([])
    expect(model.items.get('amount')?.field.selfErrors).toEqual([])
  })
})

it('puts a removed row back where it was, with its marks', () => {
  const model = modelOf(
    { lines: [linesPlan('goods', [fieldPlan('name', 'text', { required: true })])] },
    {
      record: {
        id: '1',
        goods: [
          { id: '1', name: 'a' },
          { id: '2', name: '' },
          { id: '3', name: 'c' },
        ],
      },
    },
  )
  model.check()
  const table = model.lines.get('goods')
  const removed = table?.remove(1)
  expect(model.changes().values['goods']).toEqual([
    { id: '1', name: 'a' },
    { id: '3', name: 'c' },
  ])
  if (removed) table?.restore(1, removed)
  expect(model.isChanged()).toBe(false)
  const row = table?.rows()[1]
  expect(row && table?.problemOf(row, 'name')).toBe('“name”不能为空')
})

it('starts again from what somebody else saved, with the merged values as the change', () => {
  const model = modelOf(
    { items: [itemPlan(fieldPlan('a')), itemPlan(fieldPlan('b'))], lines: [linesPlan('goods', [fieldPlan('n')])] },
    {
      record: { id: '1', version: 1, a: '1', b: '1', goods: [] },
    },
  )
  model.enter('a', 'mine')
  const theirs = { id: '1', version: 2, a: '1', b: 'theirs', goods: [{ id: '5', n: 'x' }] }
  model.restart(theirs, { ...theirs, a: 'mine' })
  expect(model.changes()).toEqual({ values: { a: 'mine' }, clear: [] })
  expect(model.record['version']).toBe(2)
})

it('leaves a hidden field of a stored record as it is, since nothing of it is sent, and lets it follow where the same change shows it', () => {
  const hidden = itemPlan(fieldPlan('discount', 'money', { follows: parseExpression('price / 10') }), {
    visible: parseExpression('price > 100'),
  })
  const record = { id: '1', version: 1, price: '10.00', discount: null, net: '10.00' }
  const items = [itemPlan(money('price')), hidden, itemPlan(money('net', 'price - coalesce(discount, 0)'))]
  const model = modelOf({ items }, { record })
  model.enter('price', '50.00')
  expect([model.values(), model.changes().values]).toMatchObject([{ discount: null, net: '50.00' }, { price: '50.00' }])
  model.enter('price', '200.00')
  expect(model.changes().values).toEqual({ price: '200.00', discount: '20.00' })
})

it('computes anew what follows from mine where it goes on from a state that was computed from theirs', () => {
  const goods = linesPlan('goods', [fieldPlan('n', 'digit'), money('worth', 'n * rate')])
  const record = { id: '1', version: 1, rate: '1.00', double: '2.00', goods: [{ id: '5', n: 1, worth: '1.00' }] }
  const model = modelOf({ items: [itemPlan(money('rate')), itemPlan(money('double', 'rate * 2'))], lines: [goods] }, { record })
  model.enter('rate', '3.00')
  const theirs = { id: '1', version: 2, rate: '2.00', double: '4.00', goods: [{ id: '5', n: 7, worth: '14.00' }] }
  model.restart(theirs, { ...theirs, rate: '3.00' })
  expect(model.values()).toMatchObject({ rate: '3.00', double: '6.00', goods: [{ id: '5', n: 7, worth: '21.00' }] })
})

it('takes away a row that was added and never filled, whatever its defaults would be by now', () => {
  const goods = linesPlan('goods', [fieldPlan('price', 'money', { default: { expression: parseExpression('rate * 2') } })])
  const model = modelOf({ items: [itemPlan(money('rate'))], lines: [goods] })
  model.enter('rate', '1.00')
  model.lines.get('goods')?.insert(0, [{}, {}])
  const { table, row } = firstRow(model, 'goods')
  table.enter(row, 'price', '6')
  model.enter('rate', '3.00')
  model.check()
  expect(model.values()['goods']).toEqual([{ price: '6' }])
})

it('keeps the rows of a merge, though one has no more than the defaults by what the others have saved', () => {
  const goods = linesPlan('goods', [fieldPlan('price', 'money', { default: { expression: parseExpression('rate * 2') } })])
  const record = { id: '1', version: 1, rate: '1.00', goods: [] }
  const model = modelOf({ items: [itemPlan(money('rate'))], lines: [goods] }, { record })
  model.lines.get('goods')?.insert(0, [{}])
  const { table, row } = firstRow(model, 'goods')
  table.enter(row, 'price', '6.00')
  const theirs = { ...record, version: 2, rate: '3.00' }
  model.restart(theirs, { ...theirs, goods: [{ price: '6.00' }] })
  model.check()
  expect(model.changes().values).toEqual({ goods: [{ price: '6.00' }] })
})

describe('what the server computes', () => {
  const worth = fieldPlan('worth', 'money', { readOnly: true })
  const goods = linesPlan('goods', [fieldPlan('qty', 'digit'), worth], {})

  it('is asked for what can be read', () => {
    const model = modelOf({ items: [itemPlan(money('fee')), itemPlan(money('rate'))], lines: [goods] })
    model.enter('fee', '12')
    expect([model.isReadable(), model.entered(['fee', 'goods'])]).toEqual([true, { fee: '12' }])
    model.enter('fee', 'many')
    expect(model.isReadable()).toBe(false)
  })

  it('says nothing of what is only written later', () => {
    const paid = fieldPlan('paid', 'money', { readOnly: true, default: '0' })
    const model = modelOf({ items: [itemPlan(paid)] })
    model.show({ values: { paid: '0.00' }, problems: [] }, new Map())
    expect(model.items.get('paid')?.field.display).toBe('hidden')
    model.show({ values: { paid: '1.00' }, problems: [] }, new Map())
    expect(model.items.get('paid')?.field.display).toBe('visible')
  })

  it('goes to the rows that were asked about, wherever they stand by now', () => {
    const record = {
      id: '1',
      goods: [
        { id: '10', qty: 1, worth: null },
        { id: '11', qty: 2, worth: null },
      ],
    }
    const model = modelOf({ lines: [goods] }, { record })
    const table = model.lines.get('goods')!
    const asked = [...table.rows()]
    table.remove(0)
    table.insert(0, [{ qty: 9 }])
    const problems = [{ pointer: '', path: 'goods.1.qty', rule: 'rule', detail: 'too few' }]
    model.show({ lines: { goods: [{ worth: '1.00' }, { worth: '2.00', qty: 7 }] }, problems }, new Map([['goods', asked]]))
    expect(table.rows()).toMatchObject([{ qty: 9 }, { id: '11', qty: 2, worth: '2.00' }])
    expect(table.rows()[0]).not.toHaveProperty('worth', '1.00')
    expect(table.problemOf(table.rows()[1]!, 'qty')).toBe('too few')
    model.show({ problems: [] }, new Map())
    expect(table.problemOf(table.rows()[1]!, 'qty')).toBeUndefined()
  })
})

it('computes without a follower that the same change hides, and again', () => {
  const hidden = itemPlan(fieldPlan('c', 'digit', { decimals: 2, follows: parseExpression('a + 0.5') }), {
    visible: parseExpression('isEmpty(a)'),
  })
  const follows = fieldPlan('e', 'digit', { value: parseExpression('c + b'), readOnly: true })
  const goods = linesPlan('goods', [fieldPlan('n', 'digit'), money('worth', 'n * c')])
  const model = modelOf({ items: [itemPlan(fieldPlan('a', 'digit')), itemPlan(money('b')), hidden, itemPlan(follows)], lines: [goods] })
  model.lines.get('goods')?.insert(0, [{ n: 2 }])
  const entries: [string, string][] = [
    ['a', '12.25'],
    ['b', '2'],
    ['a', '1'],
    ['a', '2'],
  ]
  for (const [name, value] of entries) {
    model.enter(name, value)
    const { c, e } = model.values()
    expect([name, value, c ?? null, e ?? null, firstRow(model, 'goods').row['worth'] ?? null]).toEqual([name, value, null, null, null])
  }
})

it('computes without a field that is hidden by what the choice of a reference fills', () => {
  const thing = fieldPlan('thing', 'ref', {
    ref: { entity: 'thing', title: 'Thing', label: 'name', multiple: false, display: 'thingName', fill: { a: 'size', e: 'price' } },
  })
  const hidden = itemPlan(money('c'), { visible: parseExpression('isEmpty(a)') })
  const model = modelOf({ items: [itemPlan(thing), itemPlan(money('a')), hidden, itemPlan(money('e')), itemPlan(money('g', 'c * e'))] })
  model.enter('c', '3.00')
  model.enter('thing', '1', [{ value: '1', label: 'Lamp', fill: { a: '2.00', e: '12.25' } }])
  expect(model.values()).toMatchObject({ a: '2.00', e: '12.25', g: null })
})
