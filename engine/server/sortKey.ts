import { pinyin } from 'pinyin-pro'
import type { EntityPlan } from '../core/plan'
import { rowTypeOf } from './fields'
import { toColumn } from './rows'

/** Longer keys decide nothing that a reader would see. */
const LENGTH = 120

/**
 * The text that a label is ordered by, kept in a column beside it: Chinese by syllable and tone, the rest in lower case. Compared byte by
 * byte (collation "C"), so that the embedded database, which knows no Chinese order, and a full PostgreSQL order alike.
 */
export function sortKey(text: string): string {
  return pinyin(text.slice(0, LENGTH), { toneType: 'num', type: 'array', nonZh: 'consecutive', v: true })
    .map((syllable) => syllable.trim().toLowerCase())
    .join(' ')
    .slice(0, LENGTH)
}

/** The column of the sort key of an entity's label; undefined where the label needs none, as numbers and codes order by themselves. */
export function sortColumn(entity: EntityPlan): string | undefined {
  const label = entity.fields[entity.label]
  return label?.stored && !entity.view && rowTypeOf(label).sortKey ? `${toColumn(label.name)}_sort` : undefined
}
