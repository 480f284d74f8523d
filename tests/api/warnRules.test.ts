import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { insertRows } from '../../src/server/seed/insertRows'
import { systemUser } from '../../engine/server/session'
import { inWrite } from '../../engine/server/write/transaction'
import { standards } from '../../src/rules/warning'
import { judged } from '../../src/server/warnings/levels'
import { describePlatform } from './support/platform'

const day = '2026-11-20'
const days = ['2026-01-01', '2026-11-19', day, '2026-11-21', '2027-01-01']

interface Rule {
  id: string
  goodsId: string | null
  categoryId: string | null
  borrowerId: string | null
  warehouseId: string | null
  compareOp: 'GT' | 'GE' | 'LT' | 'LE'
  levels: [string | null, string, string | null]
  effectiveDate: string
  expireDate: string | null
  status: 'ENABLED' | 'DISABLED'
}

interface Row {
  categoryId: string
  goodsId: string
  borrowerId: string
  warehouseId: string
  value: string
}

const meets = (value: number, op: Rule['compareOp'], threshold: string | null): boolean =>
  threshold !== null &&
  { GT: value > Number(threshold), GE: value >= Number(threshold), LT: value < Number(threshold), LE: value <= Number(threshold) }[op]

/** The same as the SQL, as domain 60 says it: goods before category before none, the nearest category, then the latest. */
function expected(row: Row, rules: readonly Rule[], above: (id: string) => string[]): { rule: string | null; level: string | null } {
  const path = above(row.categoryId)
  const rank = (rule: Rule): number[] => [
    rule.goodsId === null ? 1 : 0,
    rule.categoryId === null ? Number.MAX_SAFE_INTEGER : path.indexOf(rule.categoryId),
    -days.indexOf(rule.effectiveDate),
    -Number(rule.id),
  ]
  const fits = (wanted: string | null, has: string): boolean => wanted === null || wanted === has
  const [chosen] = rules
    .filter(
      (rule) =>
        rule.status === 'ENABLED' &&
        rule.effectiveDate <= day &&
        (rule.expireDate === null || rule.expireDate >= day) &&
        fits(rule.goodsId, row.goodsId) &&
        fits(rule.borrowerId, row.borrowerId) &&
        fits(rule.warehouseId, row.warehouseId) &&
        (rule.categoryId === null || path.includes(rule.categoryId)),
    )
    .toSorted((one, two) => {
      const [a, b] = [rank(one), rank(two)]
      const at = a.findIndex((part, index) => part !== b[index])
      return at < 0 ? 0 : a[at]! - b[at]!
    })
  const op = chosen?.compareOp ?? standards.STOCK_AGE.op
  const levels = chosen?.levels ?? standards.STOCK_AGE.levels
  const reached = [2, 1, 0].find((index) => meets(Number(row.value), op, levels[index] ?? null))
  return { rule: chosen?.id ?? null, level: reached === undefined ? null : `L${reached + 1}` }
}

/** A rule as its arbitrary has it: which of a few goods, categories, customers and warehouses it is for, and in which order its thresholds come. */
describePlatform('the rule that a document is judged by', (platform) => {
  let pools: { goods: string[]; categories: string[]; borrowers: string[]; warehouses: string[] }
  const parents = new Map<string, string | null>()
  const above = (id: string): string[] => {
    const parent = parents.get(id) ?? null
    return [id, ...(parent === null ? [] : above(parent))]
  }

  beforeAll(async () => {
    const { kysely } = platform().database
    await kysely.updateTable('warn_record').set({ rule_id: null }).execute()
    const idsOf = async (table: 'goods' | 'warehouse', limit: number): Promise<string[]> =>
      (await kysely.selectFrom(table).select('id').orderBy('id').limit(limit).execute()).map(({ id }) => String(id))
    const categories = await kysely.selectFrom('category').select(['id', 'parent_id']).orderBy('id').execute()
    for (const { id, parent_id } of categories) parents.set(String(id), parent_id === null ? null : String(parent_id))
    const deepest = [...parents.keys()].toSorted((one, two) => above(two).length - above(one).length)
    const borrowers = (await kysely.selectFrom('enterprise').select('id').orderBy('id').limit(2).execute()).map(({ id }) => String(id))
    pools = {
      goods: await idsOf('goods', 2),
      // Two lineages, each from its leaf up.
      categories: [...new Set([...above(deepest[0]!), ...above(deepest.at(-3)!)])],
      borrowers,
      warehouses: await idsOf('warehouse', 2),
    }
  })

  const threshold = fc.integer({ min: -20, max: 20 })
  const rules = () => {
    const maybe = (pool: string[]): fc.Arbitrary<string | null> => fc.option(fc.constantFrom(...pool), { nil: null })
    return fc.array(
      fc
        .record({
          goodsId: maybe(pools.goods),
          categoryId: maybe(pools.categories),
          borrowerId: maybe(pools.borrowers),
          warehouseId: maybe(pools.warehouses),
          compareOp: fc.constantFrom('GT', 'GE', 'LT', 'LE'),
          thresholds: fc.tuple(threshold, threshold, threshold),
          has: fc.tuple(fc.boolean(), fc.boolean()),
          effectiveDate: fc.constantFrom(...days),
          expireDate: fc.option(fc.constantFrom(...days), { nil: null }),
          status: fc.constantFrom('ENABLED', 'ENABLED', 'ENABLED', 'DISABLED'),
        })
        .map(({ thresholds, has, compareOp, ...rule }): Omit<Rule, 'id'> => {
          const rises = compareOp === 'GT' || compareOp === 'GE'
          const [one, two, three] = thresholds.toSorted((a, b) => (rises ? a - b : b - a)).map(String)
          return { ...rule, compareOp, levels: [has[0] ? one! : null, two!, has[1] ? three! : null] }
        }),
      { maxLength: 6 },
    )
  }
  const rows = () =>
    fc.array(
      fc.record({
        categoryId: fc.constantFrom(...pools.categories),
        goodsId: fc.constantFrom(...pools.goods),
        borrowerId: fc.constantFrom(...pools.borrowers),
        warehouseId: fc.constantFrom(...pools.warehouses),
        value: fc.integer({ min: -25, max: 25 }).map(String),
      }),
      { minLength: 1, maxLength: 12 },
    )

  /** In place of all rules of the type. */
  async function stored(wanted: readonly Omit<Rule, 'id'>[]): Promise<Rule[]> {
    const { kysely } = platform().database
    await kysely.deleteFrom('warn_rule').where('warn_type', '=', 'STOCK_AGE').execute()
    await inWrite(platform().services, systemUser, (context) =>
      insertRows(
        context,
        'warnRule',
        wanted.map(({ levels: [level1Value, level2Value, level3Value], ...rule }) => ({
          values: { ruleName: '随机', warnType: 'STOCK_AGE', valueUnit: 'DAYS', level1Value, level2Value, level3Value, ...rule },
        })),
      ),
    )
    const found = await kysely.selectFrom('warn_rule').select('id').where('warn_type', '=', 'STOCK_AGE').orderBy('id').execute()
    return wanted.map((rule, index) => ({ ...rule, id: String(found[index]!.id) }))
  }

  async function judge(asked: readonly Row[]): Promise<{ rule: string | null; level: string | null }[]> {
    const values = sql`select at, null::bigint as product_id, category_id::bigint, goods_id::bigint, borrower_id::bigint, warehouse_id::bigint, value::numeric
      from json_to_recordset(${JSON.stringify(asked.map((row, at) => ({ at, category_id: row.categoryId, goods_id: row.goodsId, borrower_id: row.borrowerId, warehouse_id: row.warehouseId, value: row.value })))}::json)
        as given(at integer, category_id text, goods_id text, borrower_id text, warehouse_id text, value text)`
    const { rows: found } = await sql<{ rule: string | null; level: string | null }>`
      select rule_id::text as rule, warn_level as level from ${judged(values, 'STOCK_AGE', day)} j order by at`.execute(
      platform().database.kysely,
    )
    return found.map(({ rule, level }) => ({ rule, level }))
  }

  it('is the one that domain 60 says, whatever rules there are', async () => {
    await fc.assert(
      fc.asyncProperty(rules(), rows(), async (wanted, asked) => {
        const known = await stored(wanted)
        expect(await judge(asked)).toEqual(asked.map((row) => expected(row, known, above)))
      }),
      { numRuns: 60 },
    )
  })

  it('is none where there are none, and the standard holds', async () => {
    await stored([])
    const row = {
      categoryId: pools.categories[0]!,
      goodsId: pools.goods[0]!,
      borrowerId: pools.borrowers[0]!,
      warehouseId: pools.warehouses[0]!,
    }
    const levelOf = async (value: string) => (await judge([{ ...row, value }]))[0]
    expect(await levelOf('89')).toEqual({ rule: null, level: null })
    expect(await levelOf('90')).toEqual({ rule: null, level: 'L1' })
    expect(await levelOf('179.9999')).toEqual({ rule: null, level: 'L1' })
    expect(await levelOf('180')).toEqual({ rule: null, level: 'L2' })
    expect(await levelOf('360')).toEqual({ rule: null, level: 'L3' })
  })
})
