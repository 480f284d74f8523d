import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useBlocker, type Location } from 'react-router-dom'
import { messages } from '../../laterMessages'
import type { FormModel } from '../model/formModel'

interface LeaveGuardProps {
  model: FormModel
  /** False while the page is kept in the background: only the page in front can be left. */
  active: boolean
  /** The form was saved, so that there is nothing to lose. */
  isFinished: () => boolean
}

/**
 * Asks before a form with unsaved input is left, by a link, the browser's buttons or its window. Leaving loses nothing: the draft stays.
 * A router knows one such confirmation at a time, so it is only there once something was typed.
 */
export function LeaveGuard({ model, active, isFinished }: LeaveGuardProps) {
  const [touched, setTouched] = useState(false)
  useEffect(() => model.onInput(() => setTouched(true)), [model])
  if (!touched || !active) return null
  return <LeaveQuestion isChanged={() => !isFinished() && model.isChanged()} text={messages['form.leaveText']} />
}

/** Asks before the page is left as long as something stands in it. There is one at a time. */
export function LeaveQuestion({ isChanged, text }: { isChanged: () => boolean; text: string }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => !isSamePage(currentLocation, nextLocation) && isChanged())

  useEffect(() => {
    function warn(event: BeforeUnloadEvent): void {
      // The browser asks in its own words.
      if (isChanged()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  })

  if (blocker.state !== 'blocked') return null
  return (
    <Modal
      open
      title={messages['form.leaveTitle']}
      width={416}
      mask={{ closable: false }}
      okText={messages['form.leave']}
      cancelText={messages['form.stay']}
      onOk={blocker.proceed}
      onCancel={blocker.reset}
    >
      {text}
    </Modal>
  )
}

/** Another tab of the same record is the same page. */
function isSamePage(from: Location, to: Location): boolean {
  return from.pathname === to.pathname && withoutTab(from) === withoutTab(to)
}

function withoutTab({ search }: Location): string {
  const query = new URLSearchParams(search)
  query.delete('tab')
  return query.toString()
}
