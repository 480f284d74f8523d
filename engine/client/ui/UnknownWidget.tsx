import type { BrowserScreenPlan } from '../../core/plan'
import { say } from '../messages'
import '../record/record.css'

interface UnknownWidgetProps {
  screen: Pick<BrowserScreenPlan, 'id'>
  name: string
  known: readonly string[]
}

/** A mistake in a schema made visible: which name in which file, and which names there are. Nothing is drawn in its place. */
export function UnknownWidget({ screen, name, known }: UnknownWidgetProps) {
  const file = `schemas/screens/${screen.id}.screen.json`
  return (
    <p role="alert" className="engine-record-empty engine-problem">
      {say('widget.unknown', { name, file, known: known.join(say('enumerate')) || say('empty') })}
    </p>
  )
}
