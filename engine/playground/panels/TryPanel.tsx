import { useState } from 'react'
import type { Request } from '../../client/request'
import { Button } from '../../client/ui/Button'
import type { ScreenPlan } from '../../core/plan'
import { say } from '../messages'
import { trialsOf } from './operations'

interface TryPanelProps {
  screen: ScreenPlan | undefined
  /** The text is as it runs: only what runs can be tried. */
  runs: boolean
  request: Request
}

/** Sends a body to the real pipeline of a write, which is taken back at its end. */
export function TryPanel({ screen, runs, request }: TryPanelProps) {
  const trials = screen ? trialsOf(screen) : []
  const [chosen, setChosen] = useState('')
  const [id, setId] = useState('')
  const [body, setBody] = useState('{}')
  const [answer, setAnswer] = useState<{ text: string; isRefused: boolean }>()
  const [busy, setBusy] = useState(false)
  if (trials.length === 0) return <p className="playground-note">{say('try.none')}</p>
  const url = trials.some((trial) => trial.url === chosen) ? chosen : (trials[0]?.url ?? '')
  const needsId = url.endsWith('{id}')

  async function send(): Promise<void> {
    let values: Record<string, unknown>
    try {
      values = JSON.parse(body) as Record<string, unknown>
    } catch (error) {
      return setAnswer({ text: say('try.body', { reason: error instanceof Error ? error.message : String(error) }), isRefused: true })
    }
    setBusy(true)
    const result = await request({ method: 'POST', url: needsId ? url.replace('{id}', encodeURIComponent(id)) : url, values, quiet: true })
    setBusy(false)
    const text = result.success
      ? JSON.stringify(result.body, null, 2)
      : `${result.status} ${result.message}\n${JSON.stringify(result.body ?? null, null, 2)}`
    setAnswer({ text, isRefused: !result.success })
  }

  return (
    <div className="playground-form">
      <p className="playground-note">{say(runs ? 'try.note' : 'try.draft')}</p>
      <label>
        {say('try.which')}
        <select className="playground-input" value={url} onChange={(event) => setChosen(event.target.value)}>
          {trials.map((trial) => (
            <option key={trial.url} value={trial.url}>
              {trial.title} {trial.url}
            </option>
          ))}
        </select>
      </label>
      {needsId && (
        <label>
          {say('try.id')}
          <input className="playground-input" value={id} onChange={(event) => setId(event.target.value)} />
        </label>
      )}
      <label>
        {say('try.values')}
        <textarea className="playground-input" rows={8} spellCheck={false} value={body} onChange={(event) => setBody(event.target.value)} />
      </label>
      <Button
        look="primary"
        busy={busy}
        {...(needsId && id.trim() === '' ? { refusal: say('try.needsId') } : {})}
        onClick={() => (needsId && id.trim() === '' ? undefined : void send())}
      >
        {say('try.send')}
      </Button>
      <div role="status" aria-label={say('try.answer')}>
        {answer && <pre className={answer.isRefused ? 'playground-code playground-error' : 'playground-code'}>{answer.text}</pre>}
      </div>
    </div>
  )
}
