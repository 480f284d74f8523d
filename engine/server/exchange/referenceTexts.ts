import { sql } from 'kysely'
import { displayOf, isMultiple } from '../../core/fields'
import type { FieldPlan } from '../../core/plan'
import { separators } from '../fields/cells'
import type { ShapeContext } from '../read/shape'
import { labelColumn, rowAlias } from '../read/shape'
import { sourceOf, type SourceContext } from '../source'
import { codesOf } from './referenceReader'

/** Field → key of a row → the text that names it. */
export type ReferenceTexts = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Rows that an import would not find by their label, with a text that names them: their label is another row's too, or another row's code, or
 * cannot be told from several labels. A row without such a text is called by its label.
 */
export async function referenceTexts(shapes: ShapeContext, context: SourceContext, fields: readonly FieldPlan[]): Promise<ReferenceTexts> {
  const texts = new Map<string, Map<string, string>>()
  for (const field of fields) if (field.ref && displayOf(field) !== undefined) texts.set(field.name, await textsOf(shapes, context, field))
  return texts
}

async function textsOf(shapes: ShapeContext, context: SourceContext, field: FieldPlan): Promise<Map<string, string>> {
  const { ref } = field
  if (!ref) return new Map()
  const source = sourceOf(shapes.plan, shapes.extensions.views, ref.entity)
  const codes = codesOf(source.entity, ref).map((name) => sql.raw(source.column(rowAlias, name)))
  if (codes.length === 0) return new Map()
  const rows = sql`select ${sql.raw(source.column(rowAlias, 'id'))}::text as key, ${labelColumn(shapes, ref.entity)(rowAlias, context)} as label,
      array_remove(array[${sql.join(codes)}]::text[], null) as codes
    from ${source.from(context)} as ${sql.raw(rowAlias)}`
  const parted = isMultiple(field) ? sql`label ~ ${separators.source}` : sql`false`
  const { rows: found } = await sql<{ key: string; text: string }>`
    with named as (${rows})
    select key, codes[1] as text from named
    where cardinality(codes) > 0 and (label is null or label <> btrim(label) or length(label) > 200 or ${parted}
      or label in (select label from named group by label having count(*) > 1) or label in (select unnest(codes) from named))`.execute(
    shapes.kysely,
  )
  return new Map(found.map(({ key, text }) => [key, text]))
}
