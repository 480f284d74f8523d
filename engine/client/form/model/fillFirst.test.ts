import { describe, expect, it } from 'vitest'
import { parseExpression } from '../../../core/expression'
import { fieldPlan, itemPlan, linesPlan } from '../../../core/testing/fieldPlans'
import { fillFirst, unfilled } from './fillFirst'
import { createFormModel } from './model'

const reader = fieldPlan('readerId', 'ref', {
  title: '读者',
  ref: { to: 'reader', display: 'readerName', fill: { branch: 'branch' } } as never,
})
const model = () =>
  createFormModel({
    plan: {
      sections: [
        {
          title: 'all',
          items: [
            itemPlan(reader),
            itemPlan(fieldPlan('branch', 'text', { title: '分馆', readOnly: true })),
            itemPlan(fieldPlan('genre', 'text', { title: '体裁' })),
            itemPlan(fieldPlan('shelf', 'text', { title: '书架' }), { visible: parseExpression('genre == "A"') }),
          ],
        },
      ],
      lines: [],
      checks: [],
    },
    record: {},
    isNew: true,
    environment: { today: '2026-03-05', now: '2026-03-05T08:00:00Z' },
    formats: {},
  })
const titles = (of: ReturnType<typeof unfilled>) => of.map(({ title }) => title)

describe('what has to be filled first', () => {
  it('is what is empty, in the order in which it was asked for', () => {
    const form = model()
    expect(titles(unfilled(form, ['genre', 'readerId'], form.read))).toEqual(['体裁', '读者'])
    form.enter('genre', 'B')
    expect(titles(unfilled(form, ['genre', 'readerId'], form.read))).toEqual(['读者'])
  })

  it('is the reference that fills what cannot be typed, once', () => {
    const form = model()
    expect(titles(unfilled(form, ['branch', 'readerId'], form.read))).toEqual(['读者'])
    form.enter('readerId', '1', [{ value: '1', label: 'Ann' }])
    expect(titles(unfilled(form, ['branch', 'readerId'], form.read))).toEqual([])
  })

  it('is nothing that the form does not show', () => {
    const form = model()
    expect(titles(unfilled(form, ['id', 'shelf'], form.read))).toEqual([])
    form.enter('genre', 'A')
    expect(titles(unfilled(form, ['id', 'shelf'], form.read))).toEqual(['书架'])
  })

  it('is looked for in the row before the record', () => {
    const form = model()
    const goods = linesPlan('goods', [fieldPlan('genre', 'text', { title: '明细体裁' })])
    expect(titles(unfilled(form, ['genre', 'readerId'], () => null, goods))).toEqual(['明细体裁', '读者'])
  })
})

it('is asked for by its titles', () => {
  expect(fillFirst([reader, fieldPlan('genre', 'text', { title: '体裁' })])).toBe('请先填写“读者”、“体裁”')
  expect(fillFirst([])).toBeUndefined()
})
