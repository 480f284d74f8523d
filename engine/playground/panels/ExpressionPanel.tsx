import { useMemo, useState } from 'react'
import { ExpressionError, evaluateExpression, parseExpression, problemText } from '../../core/expression'
import type { ProductPlan } from '../../core/plan'
import { namesRead } from '../../core/record/scope'
import { SAMPLE_USER } from '../preview/previewState'
import { sampleRecords } from '../sample/sampleRecords'
import { entityAt } from './useMadeEntity'
import { say } from '../messages'

/** `absent`: names that it reads and that there are no values for; they count as empty. */
export type Evaluated = { value: string; absent: string[] } | { problem: string; at?: number }

/** What an expression gives over values, or what is wrong with it and where. Any text ends in one of them. */
export function evaluated(source: string, values: string, now: Date): Evaluated {
  let scope: Record<string, unknown>
  try {
    scope = JSON.parse(values === '' ? '{}' : values) as Record<string, unknown>
  } catch (error) {
    return { problem: say('expression.values', { reason: error instanceof Error ? error.message : String(error) }) }
  }
  if (typeof scope !== 'object' || scope === null || Array.isArray(scope)) return { problem: say('expression.noObject') }
  const moment = now.toISOString()
  try {
    const expression = parseExpression(source)
    const value = evaluateExpression(expression, scope, { today: moment.slice(0, 10), now: moment })
    const absent = namesRead(expression).filter((name) => !Object.hasOwn(scope, name))
    return { value: JSON.stringify(value ?? null, null, 2), absent }
  } catch (error) {
    if (error instanceof ExpressionError) return { problem: problemText(error), at: error.position }
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** The values of a record of the file's entity, to begin with; `user` is who looks. */
export function valuesAt(path: string, plan: ProductPlan, now: Date): string {
  const entity = entityAt(path, plan)
  if (entity === undefined) return '{}'
  const moment = now.toISOString()
  const environment = { today: moment.slice(0, 10), now: moment, user: SAMPLE_USER }
  const [record] = sampleRecords(plan, { environment, atLeast: 1 }).rowsOf(entity)
  return JSON.stringify({ ...record, user: SAMPLE_USER }, null, 2)
}

interface ExpressionPanelProps {
  path: string
  plan: ProductPlan
}

/** Tries an expression over a record as the file's entity has it, whose values can be changed. */
export function ExpressionPanel({ path, plan }: ExpressionPanelProps) {
  const [source, setSource] = useState('')
  // The moment that `now()` means stands still while one tries.
  const [now] = useState(() => new Date())
  const first = useMemo(() => valuesAt(path, plan, now), [path, plan, now])
  // Until somebody types others, they are those of the draft.
  const [typed, setValues] = useState<string>()
  const values = typed ?? first
  const result = source.trim() === '' ? undefined : evaluated(source, values, now)
  return (
    <div className="playground-form">
      <label>
        {say('expression.source')}
        <textarea
          className="playground-input"
          rows={3}
          spellCheck={false}
          value={source}
          onChange={(event) => setSource(event.target.value)}
        />
      </label>
      <label>
        {say('expression.scope')}
        <textarea
          className="playground-input"
          rows={8}
          spellCheck={false}
          value={values}
          onChange={(event) => setValues(event.target.value)}
        />
      </label>
      <div role="status" aria-label={say('expression.result')}>
        {result === undefined && <p className="playground-note">{say('expression.hint')}</p>}
        {result && 'value' in result && <pre className="playground-code">{result.value}</pre>}
        {result && 'value' in result && result.absent.length > 0 && (
          <p className="playground-note">{say('expression.absent', { names: result.absent.join(' ') })}</p>
        )}
        {result && 'problem' in result && (
          <>
            <p className="playground-error">
              {result.at === undefined ? '' : say('expression.at', { at: result.at + 1 })}
              {result.problem}
            </p>
            {result.at !== undefined && (
              <pre className="playground-code">
                {source.replace(/\n/g, ' ')}
                {`\n${' '.repeat(result.at)}^`}
              </pre>
            )}
          </>
        )}
      </div>
    </div>
  )
}
