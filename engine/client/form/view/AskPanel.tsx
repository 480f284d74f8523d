import { useEffect, useEffectEvent, useImperativeHandle, useState, type ReactNode, type RefObject } from 'react'
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
 * field does, so that the arrow keys go on to other rows; who has chosen to do something else instead goes on in its first field.
 */
export function AskPanel({ leaving, place, children, ...props }: AskPanelProps) {
  const { active } = usePageAddress()
  const { body, foot, send, begin, isTyped, leave } = useAsk(props)
  const [first] = useState(props.action)
  useImperativeHandle(leaving, () => leave)
  const takeFocus = useEffectEvent((action: string) => {
    place.current?.focus({ preventScroll: true })
    if (action !== first) begin()
  })
  useEffect(() => takeFocus(props.action), [props.action])
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
