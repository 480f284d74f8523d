import { describe, expect, it } from 'vitest'
import { parseExpression } from '../../../core/expression'
import type { FormItemPlan, LinesPlan } from '../../../core/plan'
import { fieldPlan, itemPlan, linesPlan } from '../../../core/testing/fieldPlans'
import { createFormModel } from './model'
import type { FormModel, FormSetup } from './formModel'

interface Planned {
  items?: FormItemPlan[]
  lines?: LinesPlan[]
  title?: string
}

function modelOf({ items = [], lines = [], title = 'all' }: Planned, setup: Partial<FormSetup> = {}): FormModel {
  return createFormModel({
    plan: { sections: [{ title, items }], lines, checks: [] },
    record: {},
    isNew: setup.record === undefined,
    environment: { today: '2026-03-05', now: '2026-03-05T08:00:00Z' },
    formats: {},
    ...setup,
  })
}

const text = (name: string, more = {}) => itemPlan(fieldPlan(name, 'text', more))
const goods = (...names: string[]) =>
  linesPlan(
    'goods',
    names.map((name) => fieldPlan(name, 'text')),
  )

const marked = (model: FormModel) => [...model.items].flatMap(([name, { field }]) => (field.selfErrors.length > 0 ? [name] : []))

describe('a form whose plan was edited', () => {
  it('keeps what was typed, and what was emptied', () => {
    const last = modelOf({ items: [text('name'), text('kind', { default: 'A' })] })
    last.enter('name', 'steel')
    last.enter('kind', null)
    const next = modelOf({ items: [text('kind', { default: 'A' }), text('name', { title: 'Goods' })], title: 'moved' }, { last })
    expect(next.values()).toEqual({ name: 'steel', kind: null })
    expect(next.changes().values).toEqual({ name: 'steel' })
  })

  it('gives a field that is new its default, of a new record alone', () => {
    const added = { items: [text('name'), text('kind', { default: 'A' })] }
    expect(modelOf(added, { last: modelOf({ items: [text('name')] }) }).values()).toMatchObject({ kind: 'A' })
    const record = { id: '1', name: 'steel' }
    expect(modelOf(added, { record, last: modelOf({ items: [text('name')] }, { record }) }).isChanged()).toBe(false)
  })

  it('sends nothing of a field that is gone, and has its value when the field comes back', () => {
    const both = { items: [text('name'), text('kind')] }
    const first = modelOf(both)
    first.enter('name', 'steel')
    first.enter('kind', 'A')
    const without = modelOf({ items: [text('name')] }, { last: first })
    expect(without.changes().values).toEqual({ name: 'steel' })
    expect(modelOf(both, { last: without }).changes().values).toEqual({ name: 'steel', kind: 'A' })
  })

  it('counts its changes from the record, also of a field that the user has hidden', () => {
    const record = { id: '1', kind: 'A', name: 'steel' }
    const items = (title: string) => [text('kind', { title }), { ...text('name'), visible: parseExpression("kind == 'A'") }]
    const last = modelOf({ items: items('Kind') }, { record })
    last.enter('kind', 'B')
    expect(last.changes()).toEqual({ values: { kind: 'B' }, clear: ['name'] })
    expect(modelOf({ items: items('Sort') }, { record, last }).changes()).toEqual({ values: { kind: 'B' }, clear: ['name'] })
  })

  it('keeps marks that still hold, and drops those that the plan has mended', () => {
    const last = modelOf({ items: [text('name', { required: true }), text('kind', { required: true })] })
    last.check()
    const next = modelOf({ items: [text('name', { required: true }), text('kind')] }, { last })
    expect(marked(next)).toEqual(['name'])
    next.enter('name', 'steel')
    expect(marked(next)).toEqual([])
  })

  it('keeps what the server has refused until that value is changed', () => {
    const last = modelOf({ items: [text('code')] })
    last.enter('code', 'C1')
    last.mark([{ pointer: '/code', path: 'code', rule: 'unique', detail: 'taken' }])
    const next = modelOf({ items: [text('code', { title: 'Number' })] }, { last })
    next.leave('code')
    expect(marked(next)).toEqual(['code'])
    next.enter('code', 'C2')
    expect(marked(next)).toEqual([])
  })

  it('empties what the new type of its field cannot show', () => {
    const last = modelOf({ items: [text('name'), text('count')] })
    last.enter('name', 'steel')
    last.enter('count', '12')
    const next = modelOf({ items: [itemPlan(fieldPlan('name', 'files')), itemPlan(fieldPlan('count', 'digit'))] }, { last })
    expect(next.values()).toEqual({ name: null, count: '12' })
  })

  it('keeps the rows of a line table with their keys, marks and columns that are gone', () => {
    const last = modelOf({ lines: [goods('name', 'unit')] })
    const table = last.lines.get('goods')
    const [row] = table?.insert(0, [{ name: 'steel', unit: 't' }]) ?? []
    if (!table || !row) throw new Error('no row')
    table.say(row, 'name', 'not known')
    const key = table.keyOf(row)

    const next = modelOf({ lines: [{ ...goods('name'), minRows: 2 }] }, { last })
    const after = next.lines.get('goods')
    const [kept] = after?.rows() ?? []
    if (!after || !kept) throw new Error('the row is gone')
    expect(after.keyOf(kept)).toBe(key)
    expect(after.problemOf(kept, 'name')).toBe('not known')
    expect(next.changes().values).toEqual({ goods: [{ name: 'steel' }] })
    expect(next.check().map(({ rule }) => rule)).toContain('minRows')
    const back = modelOf({ lines: [goods('name', 'unit')] }, { last: next })
    expect(back.changes().values).toEqual({ goods: [{ name: 'steel', unit: 't' }] })
  })

  it('gives a column that is new its default in rows that are not stored', () => {
    const record = { id: '1', goods: [{ id: '7', name: 'iron' }] }
    const last = modelOf({ lines: [goods('name')] }, { record })
    last.lines.get('goods')?.insert(1, [{ name: 'steel' }])
    const more = linesPlan('goods', [fieldPlan('name', 'text'), fieldPlan('unit', 'text', { default: 't' })])
    const next = modelOf({ lines: [more] }, { record, last })
    expect(
      next.lines
        .get('goods')
        ?.rows()
        .map((each) => each['unit']),
    ).toEqual([undefined, 't'])
  })
})
