import { Fragment } from 'react'
import { shownOf } from '../../core/fields'
import type { FieldPlan, RoutePlan } from '../../core/plan'
import { addressOf } from '../../core/recordAddress'
import { reads, type UserRights } from '../../core/rights'
import { useRights, useServices } from '../context'
import { formatText } from '../fields/formatText'
import { messages } from '../messages'
import { AppLink } from '../ui/AppLink'
import { CardOfRecord } from './CardOfRecord'

interface ReferenceValueProps {
  field: FieldPlan
  record: Readonly<Record<string, unknown>>
}

/** A reference by its name: for whoever may open what it points to, a link to it. */
export function ReferenceValue({ field, record }: ReferenceValueProps) {
  const { homes } = useServices()
  const rights = useRights()
  const shown = shownOf(field, record)
  const entity = field.mixed ? String(record[field.mixed.kind]) : field.ref?.by === undefined ? field.ref?.entity : undefined
  const home = entity === undefined ? undefined : homeFor(homes?.(entity) ?? [], rights)
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

/** The page on which the account may open records of an entity: the first of those that there are. */
function homeFor(homes: readonly RoutePlan[], rights: UserRights): RoutePlan | undefined {
  return homes.find((home) => reads(home, rights))
}

function RecordLink({ home, id, text }: { home: RoutePlan; id: string; text: string }) {
  const href = addressOf({ kind: 'record', mode: home.mode ?? 'view', route: home.route }, 'view', { id }) ?? home.route
  return (
    <CardOfRecord home={home} id={id}>
      <AppLink href={href}>{text}</AppLink>
    </CardOfRecord>
  )
}
