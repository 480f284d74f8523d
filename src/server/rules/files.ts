import type { EntityName, Tools } from '../ruleTypes'

/** Whether anything was uploaded into a field of a record. */
export async function hasFiles({ trx }: Pick<Tools, 'trx'>, entity: EntityName, id: string, field: string): Promise<boolean> {
  const files = await trx
    .selectFrom('attachment')
    .select('id')
    .where('entity', '=', entity)
    .where('document_id', '=', id)
    .where('field', '=', field)
    .limit(1)
    .execute()
  return files.length > 0
}
