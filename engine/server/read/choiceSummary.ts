import type { RawBuilder } from 'kysely'
import { known } from '../../core/compile/access'
import { summaryFields, summaryReads } from '../../core/compile/summary'
import { mayRead } from '../../core/permission'
import type { EntityPlan, FieldPlan, ProductPlan, SummaryPlan } from '../../core/plan'
import { summaryLine } from '../../core/record/summary'
import type { Values } from '../../core/record/values'
import { dictionariesOf } from '../services'
import type { SessionUser } from '../session'
import type { SourceContext } from '../source'
import type { Reading } from './reading'
import { shapeOf } from './shape'

/** The second line of a choice: what the row is about. */
export interface ChoiceSummary {
  /** The readable part of a row's summary; undefined for accounts that may read none of it. */
  columns(user: SessionUser, context: SourceContext): RawBuilder<unknown> | undefined
  /** The line, of the columns that were read; empty where there is nothing to say that the hint does not say already. */
  text(user: SessionUser, row: Values, hint: string | null): string
}

/** @param given fields that the choice answers anyway, because it fills others by them */
export function choiceSummary(reading: Reading, entity: EntityPlan, given: readonly string[]): ChoiceSummary | undefined {
  const { summary } = entity
  if (!summary) return undefined
  const { plan } = reading.services
  const shape = shapeOf(reading.shapes, entity.name, known(summaryReads(summaryFields(summary)), entity))
  const seenBy = readerOf(plan, entity.name)
  const isSeen = (user: SessionUser): ((field: FieldPlan) => boolean) => {
    const seen = seenBy(user)
    return ({ name }) => given.includes(name) || seen(name)
  }
  return {
    columns: (user, context) => (summaryFields(summary).some(isSeen(user)) ? shape.columns(context) : undefined),
    text(user, row, hint) {
      shape.finish?.(row, reading.environment())
      const shown = withoutUnseen(summary, row, isSeen(user))
      return summaryLine(summary, shown, { dictionaries: dictionariesOf(reading.services) }, hint)
    },
  }
}

/** A row without the values, and their display values, that the account may not read. */
function withoutUnseen(summary: SummaryPlan, row: Values, isSeen: (field: FieldPlan) => boolean): Values {
  const hidden = new Set(
    summaryFields(summary)
      .filter((field) => !isSeen(field))
      .flatMap((field) => summaryReads([field])),
  )
  return Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name)))
}

/**
 * Whether an account reads a field of the entity's rows somewhere: on a screen that it may open. A screen that shows some rows only says nothing
 * about the others.
 */
function readerOf(plan: ProductPlan, entity: string): (user: SessionUser) => (field: string) => boolean {
  const shown = Object.values(plan.screens)
    .filter((screen) => screen.entity === entity && screen.where === undefined)
    .map(({ menuName, readPermission, access }) => ({
      menuName,
      readPermission,
      fields: new Set([...access.listFields, ...access.recordFields]),
    }))
  return ({ subMenus }) => {
    const open = shown.filter((screen) => mayRead(subMenus, screen))
    return (field) => open.some(({ fields }) => fields.has(field))
  }
}
