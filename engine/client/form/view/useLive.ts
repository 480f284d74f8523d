import { useEffect, useEffectEvent, useState } from 'react'
import { asSent } from '../../../core/record/changes'
import type { Values } from '../../../core/record/values'
import type { TryResponse } from '../../../core/wire'
import type { RequestResult } from '../../request'
import type { Row } from '../model/linesModel'
import type { FormModel } from '../model/formModel'
import { newestOnly } from '../model/newest'

/** State of the computation on the server; absent before the first request. */
export interface LiveState {
  isAsking: boolean
  /** The form shows the computed values, the request failed, or a save would be refused for a reason that belongs to no field. */
  kind?: 'shown' | 'failed' | { refused: string }
  /** Rows of the line tables that rules alone fill, as the newest answer had them. */
  lines?: Readonly<Record<string, readonly Values[]>> | undefined
}

/** Asks what a save of these values would compute. */
export type AskSave = (values: Values, signal: AbortSignal) => Promise<RequestResult<TryResponse>>

/**
 * Has the server compute a form while it is filled: after each change of one of these fields or line tables, when what is entered can be read. Only
 * fields that nobody types take over what comes out, and only from the answer to what was entered last.
 */
export function useLive(model: FormModel, names: readonly string[] | undefined, ask: AskSave): LiveState {
  const [state, setState] = useState<LiveState>({ isAsking: false })
  const askSave = useEffectEvent(ask)

  useEffect(() => {
    if (!names) return undefined
    let rows = new Map<string, readonly Row[]>()
    const asking = newestOnly<TryResponse>(
      (signal) => {
        rows = new Map([...model.lines].map(([name, table]) => [name, [...table.rows()]]))
        return askSave(asSent(model.changes()), signal)
      },
      (result) => {
        if (!result.success) return setState(({ lines }) => ({ isAsking: false, kind: 'failed', lines }))
        model.show(result.body, rows)
        const refusal = result.body.problems.find(({ path }) => path === '')
        const { lines: all } = result.body
        const beside = all && Object.fromEntries(Object.entries(all).filter(([name]) => !model.lines.has(name)))
        setState(({ lines }) => ({ isAsking: false, kind: refusal ? { refused: refusal.detail } : 'shown', lines: beside ?? lines }))
      },
    )
    let last = '{}'
    function look(): void {
      const entered = model.entered(names ?? [])
      const now = JSON.stringify(entered)
      if (now === last) return
      last = now
      asking.stop()
      // Half a number says nothing yet, and nothing is to be computed from nothing.
      const isWorthAsking = Object.keys(entered).length > 0 && model.isReadable()
      setState((now) => ({ ...now, isAsking: isWorthAsking }))
      if (isWorthAsking) asking.soon()
    }
    // A stored record needs no computation when it is opened; a draft of it, or the first values of a new one, do.
    if (model.isChanged()) look()
    else last = JSON.stringify(model.entered(names))
    const end = model.onInput(look)
    return () => {
      end()
      asking.stop()
    }
  }, [model, names])

  return state
}
