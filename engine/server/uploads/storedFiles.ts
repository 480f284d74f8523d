import { sql, type RawBuilder } from 'kysely'
import type { ProductPlan } from '../../core/plan'
import type { EngineView } from '../extensions'
import { labelColumn } from '../read/shape'
import { literal, sourceOf } from '../source'

/**
 * The read model of stored files: those of documents, and those that their uploaders keep. Yields `id fileName fileSize mimeType attachType
 * docType docTitle docId docNo uploadedById uploadedAt`. What waits for a form to be saved is not in it, nor what belongs to one account
 * alone, such as results of exports.
 */
export function storedFilesView(plan: ProductPlan): EngineView {
  const documents = Object.values(plan.entities).filter(({ view, scope }) => view === undefined && scope !== 'own')
  const names = sql.raw(documents.map(({ name }) => literal(name)).join(', '))
  return ({ kysely, today }) => {
    const context = { plan, extensions: { views: {}, queries: {} } }
    const numbers = documents.map(({ name }) => {
      const source = sourceOf(plan, {}, name)
      // Its number, where it has one: some documents are called by a name.
      const { serial } = source.entity
      const number = serial ? sql.raw(source.column('doc', serial.field)) : labelColumn(context, name)('doc', { kysely, today })
      return sql`when ${sql.raw(literal(name))} then (select ${number} from ${source.from({ kysely, today })} as doc where doc.id = a.document_id)`
    })
    const titles = documents.map(({ name, title }) => sql.raw(`when ${literal(name)} then ${literal(title)}`))
    return kysely
      .selectFrom('stored_file as f')
      .leftJoin('attachment as a', 'a.file_id', 'f.id')
      .select([
        'f.id as id',
        sql`1`.as('version'),
        'f.name as fileName',
        'f.size as fileSize',
        'f.type as mimeType',
        'f.kind as attachType',
        'a.entity as docType',
        caseOf(titles).as('docTitle'),
        'a.document_id as docId',
        caseOf(numbers).as('docNo'),
        'f.uploaded_by_id as uploadedById',
        'f.uploaded_at as uploadedAt',
      ])
      .where(sql<boolean>`(a.entity in (${names}) or (a.id is null and f.kept))`)
  }
}

function caseOf(branches: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`case a.entity ${sql.join(branches, sql` `)} end`
}
