import { Fragment, type ReactNode } from 'react'
import type { ColumnPlan, RoutePlan } from '../../core/plan'
import { addressOf } from '../../core/recordAddress'
import { formatText } from '../fields/formatText'
import { messages } from '../messages'
import type { Cell } from '../fieldDefinition'

/** The page on which the user may open records of an entity. */
export type HomeOf = (entity: string) => RoutePlan | undefined

/**
 * A reference by its name, which leads to its record for whoever may open that; undefined for other columns. It is no stop of the tabulator: a
 * row would have many, and its record's page has the same links.
 */
export function referenceCell({ field, display, as }: ColumnPlan, homeOf: HomeOf | undefined): Cell | undefined {
  const { ref, mixed, name } = field
  if (!display || !homeOf || as !== undefined || (!ref && !mixed) || ref?.by !== undefined) return undefined
  const home = ref && homeOf(ref.entity)
  if (!home && !mixed) return undefined
  return (value, record) => {
    const target = mixed ? homeOf(String(record[mixed.kind])) : home
    const id = record[name]
    // Nearly all of the very many cells have one value: only its link is made for them.
    if (!Array.isArray(id) && !Array.isArray(value)) return target && isId(id) ? linkTo(target, id, formatText(value)) : formatText(value)
    const [ids, names] = [[id].flat(), [value].flat()]
    if (!target || ids.length !== names.length || !ids.every(isId)) return formatText(value)
    return ids.map((each, index) => (
      <Fragment key={each}>
        {index > 0 && messages.enumerate}
        {linkTo(target, each, formatText(names[index]))}
      </Fragment>
    ))
  }
}

function isId(id: unknown): id is string {
  return typeof id === 'string' && id !== ''
}

function linkTo(home: RoutePlan, id: string, text: ReactNode): ReactNode {
  const href = addressOf({ kind: 'record', mode: home.mode ?? 'view', route: home.route }, 'view', { id }) ?? home.route
  return (
    <a className="engine-link engine-reference" data-nav="" data-screen={home.screen} data-record={id} href={href} tabIndex={-1}>
      {text}
    </a>
  )
}
