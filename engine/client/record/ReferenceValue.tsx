import { Fragment } from 'react'
import { shownOf } from '../../core/fields'
import type { FieldPlan, RoutePlan } from '../../core/plan'
import { addressOf } from '../../core/recordAddress'
import { formatText } from '../fields/formatText'
import { messages } from '../messages'
import { AppLink } from '../ui/AppLink'
import { CardOfRecord } from './CardOfRecord'
import { useHome } from '../data/useHome'

interface ReferenceValueProps {
  field: FieldPlan
  record: Readonly<Record<string, unknown>>
}

/** A reference by its name: for whoever may open what it points to, a link to it. */
export function ReferenceValue({ field, record }: ReferenceValueProps) {
  const shown = shownOf(field, record)
  const entity = field.mixed ? String(record[field.mixed.kind]) : field.ref?.by === undefined ? field.ref?.entity : undefined
  const home = useHome(entity)
  const ids = [record[field.name]].flat()
  const names = [shown].flat()
  if (!home || ids.length !== names.length || !ids.every((id) => typeof id === 'string' && id !== '')) return formatText(shown)
  return ids.map((id, index) => (
    <Fragment key={String(id)}>
      {index > 0 && messages.enumerate}
      <RecordLink home={home} id={String(id)} text={formatText(names[index])} />
    </Fragment>
  ))
}

function RecordLink({ home, id, text }: { home: RoutePlan; id: string; text: string }) {
  const href = addressOf({ kind: 'record', mode: home.mode ?? 'view', route: home.route }, 'view', { id }) ?? home.route
  return (
    <CardOfRecord home={home} id={id}>
      <AppLink href={href}>{text}</AppLink>
    </CardOfRecord>
  )
}
