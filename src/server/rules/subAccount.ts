import { no } from '../../rules/guards'
import type { RemoveRule, SaveRule, Tools } from '../ruleTypes'

const codeDigits = [4, 6, 8]

/** An account stands below the one whose code its own begins with (4-2-2); what has entries is a leaf and stays one (domain 60, subAccount). */
export const saveSubAccount: SaveRule<'subAccount'> = async (tools, { values, before }) => {
  if (before) {
    if (values.subjectCode !== before.subjectCode) tools.invalid('subjectCode', '科目编码不能修改，请另建科目')
    if ((values.parentId ?? null) !== before.parentId) tools.invalid('parentId', '上级科目由编码决定，不能修改')
    return
  }
  const { subjectCode } = values
  values.level = codeDigits.indexOf(subjectCode.length) + 1
  values.isLeaf = true
  if (values.level === 1) {
    if (values.parentId) tools.invalid('parentId', '一级科目（4 位编码）没有上级科目')
    return
  }
  const upperCode = subjectCode.slice(0, -2)
  const [parent] = await tools.find('subAccount', { subjectCode: upperCode }, { lock: true })
  if (!parent) return tools.invalid('subjectCode', `没有编码为 ${upperCode} 的上级科目，请先新增上级科目`)
  if (values.parentId && values.parentId !== parent.id)
    tools.invalid('parentId', `编码 ${subjectCode} 的上级科目是 ${upperCode} ${parent.subjectName}`)
  if (parent.isLeaf === true && (await hasEntries(tools, parent.id)))
    tools.invalid('subjectCode', `上级科目 ${upperCode} ${parent.subjectName} 已有分录，不能增加下级科目`)
  values.parentId = parent.id
  if (parent.isLeaf === true) await tools.set('subAccount', parent.id, { isLeaf: false })
}

async function hasEntries({ trx }: Tools, subAccountId: string): Promise<boolean> {
  const found = await trx.selectFrom('voucher_entries').select('id').where('sub_account_id', '=', subAccountId).limit(1).executeTakeFirst()
  return found !== undefined
}

export const removeSubAccount: RemoveRule<'subAccount'> = async (tools, { record }) => {
  const [below] = await tools.find('subAccount', { parentId: record.id }, { limit: 1 })
  if (below) tools.refuseIf(no('subject.in-use', { what: `下级科目 ${below.subjectCode}` }))
  if (await hasEntries(tools, record.id)) tools.refuseIf(no('subject.in-use', { what: '凭证分录' }))
  if (record.parentId === null) return
  const siblings = await tools.find('subAccount', { parentId: record.parentId }, { limit: 2 })
  if (siblings.length === 1) await tools.set('subAccount', record.parentId, { isLeaf: true })
}
