import type { WriteContext } from '../../../engine/server/record/context'
import { typed } from '../ruleTypes'
import { insertRows } from './insertRows'

/** Dictionary items that do not exist yet. What a dictionary has lost since stays: documents may name it. */
export async function addDictionaryItems(context: WriteContext): Promise<void> {
  const { plan } = context.writing.services
  const stored = await typed(context.tools).find('dictItem', {})
  const known = new Set(stored.map(({ dictCode, itemCode }) => `${dictCode}.${itemCode}`))
  const items = Object.values(plan.dictionaries).flatMap(({ name, title, items: codes }) =>
    codes.map((item, index) => ({
      dictCode: name,
      dictName: title,
      itemCode: item.code,
      itemName: item.title,
      tagColor: item.color ?? null,
      seq: index + 1,
      isSystem: true,
    })),
  )
  const missing = items.filter((item) => !known.has(`${item.dictCode}.${item.itemCode}`))
  await insertRows(
    context,
    'dictItem',
    missing.map((values) => ({ values })),
  )
}
