import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { ProductPlan } from '../../core/plan'
import { fromFrame, type FrameState, type ToFrame } from './frameMessages'
import { changedParts } from './planParts'

interface FrameOptions {
  /** Undefined: there is nothing to show yet. */
  plan: ProductPlan | undefined
  state: FrameState
  /** The frame's user has gone to another page. */
  onPage: (page: string) => void
  /** The token of real data is over. */
  onEnded: () => void
}

/**
 * Tells a frame what it shows: all of it when it says that it listens, which it does again after a reload, and then what has changed. Only this
 * window's own frame is listened to, and only a page of our own origin is told anything.
 */
export function useFrame(frame: RefObject<HTMLIFrameElement | null>, { plan, state, onPage, onEnded }: FrameOptions): void {
  const [listening, setListening] = useState(0)
  const told = useRef<{ plan?: ProductPlan; listening: number }>({ listening: 0 })

  const onMessage = useEffectEvent(({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === null || source !== frame.current?.contentWindow || origin !== window.location.origin) return
    const message = fromFrame(data)
    if (message?.type === 'playground:ready') setListening((count) => count + 1)
    else if (message?.type === 'playground:at') onPage(message.page)
    else if (message?.type === 'playground:ended') onEnded()
  })
  // Before the frame can have been loaded.
  useLayoutEffect(() => {
    const listen = (event: MessageEvent<unknown>): void => onMessage(event)
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])

  useEffect(() => {
    const other = frame.current?.contentWindow
    if (listening === 0 || !other || !plan) return
    const say = (message: ToFrame): void => other.postMessage(message, window.location.origin)
    const known = told.current.listening === listening ? told.current.plan : undefined
    const parts = changedParts(known, plan)
    told.current = { plan, listening }
    if (parts) say({ type: 'playground:plan', parts })
    say({ type: 'playground:state', state })
  }, [frame, listening, plan, state])
}
