import type { WriteContext } from '../../../engine/server/write/context'
import { insertRows } from './insertRows'

/** Dictionary items that do not exist yet. What a dictionary has lost since stays: documents may name it. */
export async function addDictionaryItems(context: WriteContext): Promise<void> {
  const { plan } = context.writing.services
  const stored = await context.trx.selectFrom('dict_item').select(['dict_code', 'item_code']).execute()
  const known = new Set(stored.map((item) => `${String(item['dict_code'])}.${String(item['item_code'])}`))
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
