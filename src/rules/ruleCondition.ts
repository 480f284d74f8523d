import { compareDecimals, isDecimal } from '../../engine/core/decimal'
import type { PledgeRule } from './pledgeRate'

/** Conditions of pledge rules that ask for a code, with its dictionary; the others compare numbers (E-10). */
export const codedConditions: Readonly<Record<string, string>> = {
  WAREHOUSE_GRADE: 'warehouseGrade',
  WAREHOUSE_TYPE: 'warehouseType',
  CLIENT_RATING: 'riskRating',
}

type Condition = Pick<PledgeRule, 'ruleCondition' | 'compareOp' | 'conditionValue' | 'conditionValue2'>

/** The values of a condition as they are compared, or what is wrong with them; `field` is where. */
export type ReadCondition = { conditionValue: string; conditionValue2: string | null } | { field: keyof Condition; problem: string }

/**
 * A condition that can hold: what compares codes names known ones and asks for equality or one of several, what compares numbers has numbers, a
 * range its lower bound first. Codes of `IN` may be written with commas of either script and spaces.
 * @param codes of the condition's dictionary
 */
export function readCondition(condition: Condition, codes: readonly string[]): ReadCondition {
  const { ruleCondition, compareOp } = condition
  const listed = condition.conditionValue.split(/[,，]/).map((value) => value.trim())
  const values = compareOp === 'IN' ? listed.filter((value) => value !== '') : [condition.conditionValue.trim()]
  const conditionValue = values.join(',')
  const until = compareOp === 'BETWEEN' ? (condition.conditionValue2?.trim() ?? '') : null
  if (codedConditions[ruleCondition] !== undefined) {
    if (compareOp !== 'EQ' && compareOp !== 'IN') return { field: 'compareOp', problem: '按代码判断的条件只能用“等于”或“属于”' }
    // The form lets several codes be chosen whatever the comparison is.
    if (compareOp === 'EQ' && listed.length > 1) return { field: 'compareOp', problem: '“等于”只能比较一个条件值，有多个时请用“属于”' }
    const unknown = values.length === 0 ? '' : values.find((value) => !codes.includes(value))
    if (unknown !== undefined) return { field: 'conditionValue', problem: `条件值“${unknown}”不是可用的代码：${codes.join('、')}` }
    return { conditionValue, conditionValue2: null }
  }
  const noNumber = values.length === 0 ? '' : values.find((value) => !isDecimal(value))
  if (noNumber !== undefined) return { field: 'conditionValue', problem: `条件值“${noNumber}”不是数字` }
  if (until !== null && !isDecimal(until)) return { field: 'conditionValue2', problem: `条件值“${String(until)}”不是数字` }
  if (until !== null && compareDecimals(conditionValue, until) >= 0) return { field: 'conditionValue2', problem: '条件值2 须大于条件值' }
  return { conditionValue, conditionValue2: until }
}
