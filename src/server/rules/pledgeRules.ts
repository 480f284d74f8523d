import { codedConditions, readCondition } from '../../rules/ruleCondition'
import type { SaveRule } from '../ruleTypes'

/** A condition that could never hold is refused; what it is compared with is stored as it is compared. */
export const savePledgeRule: SaveRule<'pledgeRule'> = async (tools, { values: rule }) => {
  const dictCode = codedConditions[rule.ruleCondition]
  const items = dictCode === undefined ? [] : await tools.find('dictItem', { dictCode, status: 'ENABLED' })
  const read = readCondition(
    rule,
    items.map(({ itemCode }) => itemCode),
  )
  if ('problem' in read) return tools.invalid(read.field, read.problem)
  Object.assign(rule, read)
}
