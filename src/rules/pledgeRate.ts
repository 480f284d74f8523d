import { addDecimals, compareDecimals, isDecimal, maxDecimal, minDecimal, roundDecimal, type Decimal } from '../../engine/core/decimal'

/**
 * How each code of the dictionary compareOp compares. When the dictionary gets a code that is missing here, the callers that pass rules from the
 * database no longer compile.
 */
const comparisons = {
  GT: (actual, value) => compare(actual, value) > 0,
  GE: (actual, value) => compare(actual, value) >= 0,
  LT: (actual, value) => compare(actual, value) < 0,
  LE: (actual, value) => compare(actual, value) <= 0,
  EQ: (actual, value) => compare(actual, value) === 0,
  BETWEEN: (actual, from, below) => compare(actual, from) >= 0 && compare(actual, below) < 0,
  IN: (actual, list) => list.split(',').includes(actual),
} satisfies Record<string, (actual: string, value: string, value2: string) => boolean>

export interface BaseRate {
  productId?: string | null
  categoryId: string
  goodsId?: string | null
  baseRate: Decimal
  maxRate: Decimal
  effectiveDate: string
  expireDate?: string | null
  status: string
}

export interface PledgeRule {
  productId?: string | null
  categoryId?: string | null
  ruleCondition: string
  compareOp: keyof typeof comparisons
  conditionValue: string
  conditionValue2?: string | null
  adjustType: 'ADD' | 'CAP' | 'BAN'
  adjustValue: Decimal
  priority: number
  effectiveDate: string
  expireDate?: string | null
  status: string
}

/** What a line of goods is, for its pledge rate. */
export interface PledgedGoods {
  goodsId: string
  /** The goods' category and its parents, nearest first. */
  categoryIds: string[]
  productId: string
  /** They have no days left to keep (E-25). */
  isExpired?: boolean
  /** Value of each condition that rules ask about, where it is known: REMAIN_SHELF_RATIO 0.4500, STOCK_AGE 95, WAREHOUSE_GRADE A … */
  conditions: Partial<Record<string, string>>
}

/** Upper bounds from the product and the customer's line. */
export interface RateCaps {
  maxPledgeRate: Decimal
  pledgeRateCap?: Decimal | null
}

/** How a rate came about. */
export interface PledgeRateSteps<Base extends BaseRate, Rule extends PledgeRule> {
  base: Base
  /** Rules whose condition the goods meet, in the order in which they apply. */
  rules: Rule[]
  /** What the rate may be at most: of the base rate, the product and the customer's line. */
  highest: Decimal
  /** Between 0 and `highest`, 4 decimals. */
  rate: Decimal
}

/** E-10: the rate that applies, with what it is made of; undefined when no base rate covers the goods. */
export function pledgeRateSteps<Base extends BaseRate, Rule extends PledgeRule>(
  goods: PledgedGoods,
  baseRates: readonly Base[],
  rules: readonly Rule[],
  caps: RateCaps,
  today: string,
): PledgeRateSteps<Base, Rule> | undefined {
  const base = baseRateOf(goods, baseRates, today)
  if (!base) return undefined
  const holding = rules
    .filter((rule) => inForce(rule, today) && concerns(rule, goods) && meetsCondition(rule, goods.conditions[rule.ruleCondition]))
    .sort((a, b) => b.priority - a.priority)
  const highest = minDecimal(base.maxRate, caps.maxPledgeRate, ...(caps.pledgeRateCap ? [caps.pledgeRateCap] : []))
  // A ban is final: no bonus of a later rule lifts it. Goods beyond their days are banned without any (E.6).
  const isBanned = goods.isExpired === true || holding.some((rule) => rule.adjustType === 'BAN')
  const applied = isBanned ? '0' : holding.reduce<Decimal>(adjust, base.baseRate)
  return { base, rules: holding, highest, rate: roundDecimal(maxDecimal('0', minDecimal(applied, highest)), 4) }
}

/** E-10: the rate alone. */
export function pledgeRate(...facts: Parameters<typeof pledgeRateSteps>): Decimal | undefined {
  return pledgeRateSteps(...facts)?.rate
}

/**
 * The goods themselves before their category, a nearer category before a farther one, the product's own rate before the general one, then the newest.
 */
function baseRateOf<Base extends BaseRate>(goods: PledgedGoods, rates: readonly Base[], today: string): Base | undefined {
  const candidates = rates.filter((rate) => inForce(rate, today) && (!rate.productId || rate.productId === goods.productId))
  const levels = [
    (rate: BaseRate) => rate.goodsId === goods.goodsId,
    ...goods.categoryIds.map((categoryId) => (rate: BaseRate) => !rate.goodsId && rate.categoryId === categoryId),
  ]
  for (const level of levels) {
    const found = candidates.filter(level).sort(byPrecedence)[0]
    if (found) return found
  }
  return undefined
}

function byPrecedence(a: BaseRate, b: BaseRate): number {
  return Number(Boolean(b.productId)) - Number(Boolean(a.productId)) || b.effectiveDate.localeCompare(a.effectiveDate)
}

function inForce(rule: { status: string; effectiveDate: string; expireDate?: string | null }, today: string): boolean {
  return rule.status === 'ENABLED' && rule.effectiveDate <= today && (!rule.expireDate || today <= rule.expireDate)
}

function concerns(rule: PledgeRule, goods: PledgedGoods): boolean {
  return (!rule.productId || rule.productId === goods.productId) && (!rule.categoryId || goods.categoryIds.includes(rule.categoryId))
}

function adjust(rate: Decimal, rule: PledgeRule): Decimal {
  if (rule.adjustType === 'CAP') return minDecimal(rate, rule.adjustValue)
  return addDecimals(rate, rule.adjustValue)
}

/** A condition whose value is not known (goods not in stock yet have no age) does not hold. */
function meetsCondition({ compareOp, conditionValue, conditionValue2 }: PledgeRule, actual: string | undefined): boolean {
  return actual !== undefined && comparisons[compareOp](actual, conditionValue, conditionValue2 ?? '')
}

function compare(a: string, b: string): number {
  return isDecimal(a) && isDecimal(b) ? compareDecimals(a, b) : a.localeCompare(b)
}
