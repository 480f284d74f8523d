/** What is warned of (domain 50, E.6), from which value on, and in which words. */
import { compareDecimals, formatDecimal, formatPercent, type Decimal } from '../../engine/core/decimal'

/** Worst last. */
export const warnLevels = ['L1', 'L2', 'L3'] as const
export type WarnLevel = (typeof warnLevels)[number]

export type CompareOp = 'GT' | 'GE' | 'LT' | 'LE'

/** Types whose documents there are. */
export type WarnType =
  | 'PLEDGE'
  | 'PRICE_DROP'
  | 'CONTROL_LINE'
  | 'INNER_VALIDITY'
  | 'OUTER_VALIDITY'
  | 'DUE_SOON'
  | 'OVERDUE'
  | 'STOCKIN_DELAY'
  | 'STOCKIN_DIFF'
  | 'STOCK_AGE'
  | 'REGISTRATION_EXPIRE'

export interface Standard {
  op: CompareOp
  /** Thresholds of L1, L2 and L3; null: no such level. PLEDGE has those of each loan's product. */
  levels: readonly [Decimal | null, Decimal | null, Decimal | null]
}

/** What holds where no rule matches (E.6). */
export const standards: Readonly<Record<WarnType, Standard>> = {
  PLEDGE: { op: 'GE', levels: [null, null, null] },
  PRICE_DROP: { op: 'GE', levels: ['0.05', '0.10', '0.15'] },
  CONTROL_LINE: { op: 'GE', levels: ['0', '0.05', '0.10'] },
  INNER_VALIDITY: { op: 'LE', levels: ['0.3333', '0.2500', '0.1667'] },
  OUTER_VALIDITY: { op: 'LE', levels: ['0', null, null] },
  DUE_SOON: { op: 'LE', levels: ['30', '15', '7'] },
  OVERDUE: { op: 'GE', levels: ['1', '31', '91'] },
  STOCKIN_DELAY: { op: 'GE', levels: ['1', '3', '7'] },
  STOCKIN_DIFF: { op: 'GE', levels: ['0.001', '0.01', '0.05'] },
  STOCK_AGE: { op: 'GE', levels: ['90', '180', '360'] },
  REGISTRATION_EXPIRE: { op: 'LE', levels: ['30', '15', '7'] },
}

export const warnTypes = Object.keys(standards) as WarnType[]

/** Types whose warning a fill answers (domain 40, warnStatus.createFill). */
export const fillTypes: ReadonlySet<string> = new Set(['PLEDGE', 'PRICE_DROP', 'CONTROL_LINE'])

/** Types of which a fill is created without being asked for, from L2 on, unless the rule that matches says otherwise (E.6). */
export const autoFillTypes: readonly WarnType[] = ['PLEDGE', 'CONTROL_LINE']

/** What was found of a document, as far as its warning says it. */
export interface Found {
  warnType: WarnType
  warnLevel: WarnLevel
  /** 6 decimals. */
  value: Decimal
  threshold: Decimal
  docNo: string | null
  /** Further figures, by type. */
  facts: Readonly<Record<string, string | number | null>>
}

const money = (value: unknown): string => formatDecimal(value, 2)
const price = (value: unknown): string => formatDecimal(value, 4)
const rate = (value: unknown): string => formatPercent(value, 2)
const count = (value: unknown): string => formatDecimal(value, 0)

const lineNames: Readonly<Record<WarnLevel, string>> = { L1: '警戒线', L2: '补仓线', L3: '平仓线' }

/** When a date comes, in so many days, or came so many days ago. */
function until(days: Decimal, on: unknown): string {
  if (compareDecimals(days, '0') > 0) return `将于 ${String(on)} 到期，余 ${count(days)} 天`
  return compareDecimals(days, '0') === 0 ? `今日（${String(on)}）到期` : `已于 ${String(on)} 到期`
}

const texts: Readonly<Record<WarnType, (found: Found) => string>> = {
  PLEDGE: ({ warnLevel, value, threshold, facts }) =>
    `质押率 ${rate(value)}，达到${lineNames[warnLevel]} ${rate(threshold)}；净敞口 ${money(facts['exposure'])}，押品总值 ${money(facts['totalValue'])}`,
  PRICE_DROP: ({ warnLevel, value, facts }) => {
    const drop = `${String(facts['goodsName'])} 较质押时下跌 ${rate(value)}（${price(facts['pledgePrice'])} → ${price(facts['price'])}）`
    return warnLevel === 'L1' ? drop : `${drop}，跌价补偿 ${money(facts['compensation'])}`
  },
  CONTROL_LINE: ({ docNo, value, facts }) =>
    `控货 ${docNo ?? ''} 当前货值 ${money(facts['controlled'])}，低于最低控货价值 ${money(facts['least'])}，差 ${rate(value)}`,
  INNER_VALIDITY: ({ value, facts }) =>
    `${String(facts['goodsName'])}${batchText(facts)} ${until(String(facts['remainDays'] ?? 0), facts['expiryDate'])}，剩余效期 ${rate(value)}`,
  OUTER_VALIDITY: ({ value, facts }) =>
    `${String(facts['goodsName'])}${batchText(facts)} ${until(value, facts['expiryDate'])}${held(facts['pledgedQty'])}`,
  DUE_SOON: ({ docNo, value, facts }) => `${String(facts['what'])} ${docNo ?? ''} ${until(value, facts['on'])}`,
  OVERDUE: ({ docNo, value, facts }) => `借据 ${docNo ?? ''} 逾期 ${count(value)} 天，未还本金 ${money(facts['principal'])}`,
  STOCKIN_DELAY: ({ docNo, value, facts }) => `入库单 ${docNo ?? ''} 应于 ${String(facts['on'])} 到货，已超期 ${count(value)} 天`,
  STOCKIN_DIFF: ({ docNo, value, facts }) =>
    `入库单 ${docNo ?? ''} 应收 ${price(facts['expected'])}，实收差异 ${price(facts['diff'])}（${rate(value)}）`,
  STOCK_AGE: ({ docNo, value, facts }) => `${String(facts['goodsName'])} 库存批次 ${docNo ?? ''} 已在库 ${count(value)} 天`,
  REGISTRATION_EXPIRE: ({ docNo, value, facts }) => `${String(facts['what'])} ${docNo ?? ''} ${until(value, facts['on'])}`,
}

function batchText(facts: Found['facts']): string {
  return facts['batchNo'] === null || facts['batchNo'] === undefined ? '' : ` 批号 ${facts['batchNo']}`
}

function held(pledgedQty: unknown): string {
  return compareDecimals(String(pledgedQty ?? '0'), '0') > 0 ? '；仍在质押，估值按过期残值' : ''
}

/** What a warning says of what was found. */
export function warnContent(found: Found): string {
  return texts[found.warnType](found)
}

/** Whether a warning has become graver. */
export function isGraver(level: string, before: string): boolean {
  return warnLevels.indexOf(level as WarnLevel) > warnLevels.indexOf(before as WarnLevel)
}
