import { useQuery } from '@tanstack/react-query'
import { Popover } from 'antd'
import type { ReactNode } from 'react'
import type { RoutePlan } from '../../core/plan'
import { DecisionHead } from '../actions/DecisionHead'
import { useDictionaries, useServices } from '../context'
import { say } from '../laterMessages'
import { recordQuery } from './useRecord'

export interface HoverCardProps {
  home: RoutePlan
  id: string
  children: ReactNode
}

/** In seconds: long enough that a mouse on its way elsewhere opens none. */
const DELAY = 0.4

export function HoverCard({ home, id, children }: HoverCardProps) {
  return (
    <Popover trigger="hover" mouseEnterDelay={DELAY} content={<Card home={home} id={id} />} destroyOnHidden>
      <span>{children}</span>
    </Popover>
  )
}

/** As the record's own page answers it: what may not be read there is not read here. */
function Card({ home, id }: Omit<HoverCardProps, 'children'>) {
  const { request, loadScreen } = useServices()
  const dictionaries = useDictionaries()
  const { data: screen, error: noScreen } = useQuery({ queryKey: ['screen', home.screen], queryFn: () => loadScreen(home.screen) })
  const { data: record, error } = useQuery({ ...recordQuery(request, screen ?? { base: '' }, id), enabled: screen !== undefined })
  const failure = noScreen ?? (record ? undefined : error)
  return (
    <div className="engine-record-card">
      {failure ? (
        <p>{failure.message}</p>
      ) : screen && record ? (
        <DecisionHead screen={screen} summary={screen.summary} target={{ record }} dictionaries={dictionaries} />
      ) : (
        <p>{say('loading')}</p>
      )}
    </div>
  )
}
