import { useEffect, useImperativeHandle, type ReactNode, type RefObject } from 'react'
import { usePageAddress } from '../../context'
import { say } from '../../laterMessages'
import { LeaveQuestion } from './LeaveGuard'
import { useAsk, type Ask, type AskProps } from './useAsk'
import './askPanel.css'

export interface AskPanelProps extends AskProps {
  /** How it is left, which asks first where something was typed; set as long as it is there. */
  leaving: RefObject<Ask['leave'] | null>
  place: RefObject<HTMLFormElement | null>
  /** At the foot, before the buttons. */
  children?: ReactNode
}

/**
 * Asks for what an action needs beside the page, which stays in reach: so leaving the page asks as well. The panel takes the focus itself and no
 * field does, so that the arrow keys go on to other rows.
 */
export function AskPanel({ leaving, place, children, ...props }: AskPanelProps) {
  const { active } = usePageAddress()
  const { body, foot, send, isTyped, leave } = useAsk(props)
  useImperativeHandle(leaving, () => leave)
  useEffect(() => place.current?.focus({ preventScroll: true }), [place])
  return (
    <form ref={place} className="engine-panel" tabIndex={-1} aria-label={props.title} noValidate onSubmit={send}>
      <div className="engine-panel-body">{body}</div>
      <div className="engine-panel-foot">
        {children}
        <div className="engine-panel-buttons">{foot}</div>
      </div>
      {isTyped && active && <LeaveQuestion isChanged={() => true} text={say('record.opinionLost')} />}
    </form>
  )
}
