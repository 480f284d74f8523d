import { useQuery } from '@tanstack/react-query'
import type { BrowserScreenPlan } from '../../core/plan'
import type { ChainGroup, ChainResponse, RecordValues, WorkRecord } from '../../core/wire'
import { nameOf } from '../actions/actionRequest'
import { useServices } from '../context'
import { say } from '../laterMessages'
import { bodyOrThrow } from '../request'
import { AppLink } from '../ui/AppLink'
import { showInRow } from '../ui/scrollInto'
import { CardOfRecord } from './CardOfRecord'
import { useHome } from '../data/useHome'
import './head.css'

interface ChainProps {
  screen: BrowserScreenPlan
  record: RecordValues
}

/** Where a document comes from and what has come of it, as one row of links. Its place is kept until it is known, as most documents have some; with none it is gone. */
export function Chain({ screen: { entity, label }, record }: ChainProps) {
  const { request } = useServices()
  const { id } = record
  const { data, error } = useQuery({
    queryKey: ['chain', entity, id],
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<ChainResponse>({ method: 'GET', url: '/api/chain', values: { entity, id }, signal, quiet: true })),
  })
  const isAlone = data !== undefined && data.before.length === 0 && data.after.length === 0
  if (error || isAlone) return null
  return (
    <nav className="engine-chain" aria-label={say('record.chain')} aria-busy={data === undefined || undefined}>
      <span className="engine-chain-title">{say('record.chain')}</span>
      {data && (
        <ol className="engine-fading">
          {data.before.map((before) => (
            <li key={`${before.entity} ${before.id}`}>
              <OfRecord {...before} />
            </li>
          ))}
          <li aria-current="true" ref={showInRow}>
            {nameOf({ label }, record)}
          </li>
          {data.after.map((group) => (
            <Group key={group.title} {...group} />
          ))}
        </ol>
      )}
    </nav>
  )
}

function Group({ title, count, beyond, records, address }: ChainGroup) {
  const text = say(beyond ? 'record.chainBeyond' : 'record.chainMore', { title, count })
  if (records.length > 0)
    return records.map((record) => (
      <li key={record.id}>
        <OfRecord {...record} />
      </li>
    ))
  return <li>{address === undefined ? <span className="engine-chain-title">{text}</span> : <AppLink href={address}>{text}</AppLink>}</li>
}

function OfRecord({ entity, id, title, label, state, address }: WorkRecord) {
  const home = useHome(entity)
  return (
    <>
      <span className="engine-chain-title">{title}</span>{' '}
      {home ? (
        <CardOfRecord home={home} id={id}>
          <AppLink href={address}>{label}</AppLink>
        </CardOfRecord>
      ) : (
        <AppLink href={address} hint={state?.title}>
          {label}
        </AppLink>
      )}
    </>
  )
}
