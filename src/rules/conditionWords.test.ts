import { expect, it } from 'vitest'
import { parseExpression } from '../../engine/core/expression'
import { conditionWords } from './conditionWords'

const titles: Readonly<Record<string, string>> = { until: '到期日', amount: '金额', kind: '类型', open: '生效', tags: '标签' }
const values: Readonly<Record<string, unknown>> = { until: '2026-12-31', amount: '5.00', kind: null, open: true, tags: ['A', 'B'] }
const words = (source: string): string =>
  conditionWords(parseExpression(source), {
    titleOf: (name) => titles[name],
    valueOf: (name) => values[name],
    environment: { today: '2026-11-25', now: '2026-11-25 10:00:00' },
  })

it.each([
  ['until >= today()', '“到期日”2026-12-31 ≥ 今日 2026-11-25'],
  ['amount > 0 and (kind == null or kind in ["X", "Y"])', '“金额”5.00 > 0 且 （“类型”空 = 空 或 “类型”空 属于 X、Y）'],
  ['not coalesce(open, false)', '非（“生效”是）'],
  ['open == false', '“生效”是 = 否'],
  ['-amount < max([amount, 1])', '−“金额”5.00 < max(“金额”5.00、1)'],
  ['count(tags) != 2', 'count(“标签”A、B) ≠ 2'],
  ['lines.amount == 1', '“lines.amount” = 1'],
  ['(open ? 1 : 2) == 1', '“生效”是 ? 1 : 2 = 1'],
])('says %s with its values', (source, expected) => {
  expect(words(source)).toBe(expected)
})
