import type { PointerEvent, ReactNode } from 'react'
import type { RoutePlan } from '../../core/plan'
import { sleepingControl, useWakeUp } from '../ui/wakeUp'
import type { HoverCardProps } from './HoverCard'

const hoverCard = sleepingControl<HoverCardProps>(() => import('./HoverCard').then((module) => module.HoverCard))

interface CardOfRecordProps {
  home: RoutePlan
  id: string
  children: ReactNode
}

/** Around a link to a record: what the record is about, once the mouse rests there. Fingers and keys open the page itself. */
export function CardOfRecord({ home, id, children }: CardOfRecordProps) {
  const { Control, handlers } = useWakeUp(hoverCard)
  if (Control)
    return (
      <Control home={home} id={id}>
        {children}
      </Control>
    )
  const ofMouse = (handle: () => void) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') handle()
  }
  return (
    <span
      onPointerEnter={ofMouse(handlers.onPointerEnter)}
      onPointerDown={ofMouse(handlers.onPointerDown)}
      onPointerLeave={ofMouse(handlers.onPointerLeave)}
    >
      {children}
    </span>
  )
}
