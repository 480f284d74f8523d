import { useState } from 'react'
import { ExpressionError, evaluateExpression, parseExpression, problemText } from '../../core/expression'
import { say } from '../messages'

export type Evaluated = { value: string } | { problem: string; at?: number }

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
    const value = evaluateExpression(parseExpression(source), scope, { today: moment.slice(0, 10), now: moment })
    return { value: JSON.stringify(value ?? null, null, 2) }
  } catch (error) {
    if (error instanceof ExpressionError) return { problem: problemText(error), at: error.position }
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Tries an expression. */
export function ExpressionPanel() {
  const [source, setSource] = useState('')
  const [values, setValues] = useState('{\n  "amount": "100.00"\n}')
  // The moment that `now()` means stands still while one tries.
  const [now] = useState(() => new Date())
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
