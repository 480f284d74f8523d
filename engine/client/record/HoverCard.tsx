import { Popover } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { RoutePlan } from '../../core/plan'
import { DecisionHead } from '../actions/DecisionHead'
import { useDictionaries } from '../context'
import { say } from '../laterMessages'
import { useRecordCard } from './RecordCard'

export interface HoverCardProps {
  home: RoutePlan
  id: string
  children: ReactNode
}

/** In ms: long enough that a mouse on its way elsewhere opens none. */
const DELAY_MS = 400

/** It comes where the mouse has just arrived, so that it waits as if it had been there. */
export function HoverCard({ home, id, children }: HoverCardProps) {
  const [isOpen, setOpen] = useState(false)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    waiting.current = setTimeout(() => setOpen(true), DELAY_MS)
    return () => clearTimeout(waiting.current)
  }, [])
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="hover"
      mouseEnterDelay={DELAY_MS / 1000}
      content={<Card home={home} id={id} />}
      destroyOnHidden
    >
      <span onPointerLeave={() => clearTimeout(waiting.current)}>{children}</span>
    </Popover>
  )
}

/** As the record's own page answers it: what may not be read there is not read here. */
function Card({ home, id }: Omit<HoverCardProps, 'children'>) {
  const dictionaries = useDictionaries()
  const { screen, record, failure } = useRecordCard(home.screen, id)
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
