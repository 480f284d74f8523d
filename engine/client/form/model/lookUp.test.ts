import { expect, it } from 'vitest'
import { fieldPlan, linesPlan } from '../../../core/testing/fieldPlans'
import type { Option } from '../../../core/wire'
import { lookUp } from './lookUp'
import { createFormModel } from './model'

const goodsId = fieldPlan('goodsId', 'ref', {
  ref: { entity: 'goods', title: '商品', label: 'goodsName', multiple: false, display: 'goodsName', fill: { unit: 'unit' } },
})
const goods = linesPlan('goods', [goodsId, fieldPlan('unit', 'text')])

/** Drafts and previews read all rows after each change of the form, so 500 names must be one change: as 500 they took 9 seconds. */
it.each([2, 40])('%i pasted names are one change of the form', async (count) => {
  const model = createFormModel({
    plan: { sections: [], lines: [goods], checks: [] },
    record: {},
    isNew: true,
    environment: { today: '2026-03-05', now: '2026-03-05T08:00:00Z' },
    formats: {},
  })
  const lines = model.lines.get('goods')!
  lines.fill(
    0,
    Array.from({ length: count }, () => ({})),
  )
  let changes = 0
  model.onInput(() => changes++)
  const named = (name: string): Option => ({ value: name, label: name, fill: { unit: `unit of ${name}` } })
  const asked = lines.rows().map((row, index) => ({ row, texts: [index === 0 ? 'nothing' : `goods ${index}`] }))
  const left = await lookUp(
    lines,
    goodsId,
    asked,
    () =>
      async ({ names }) =>
        names!.filter((name) => name !== 'nothing').map(named),
  )
  expect(left).toEqual([asked[0]])
  expect(lines.rows().at(-1)).toMatchObject({ goodsId: `goods ${count - 1}`, unit: `unit of goods ${count - 1}` })
  expect(changes).toBe(1)
})
