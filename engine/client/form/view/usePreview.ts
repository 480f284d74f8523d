import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { asSent } from '../../../core/record/changes'
import type { Values } from '../../../core/record/values'
import type { EffectsResponse, TryResponse } from '../../../core/wire'
import type { Failure, RequestResult } from '../../request'
import type { FormModel } from '../model/model'
import { newestOnly } from '../model/newest'

/** Asks what an action would do with these answers of its dialog. */
export type AskPreview = (values: Values, signal: AbortSignal) => Promise<RequestResult<TryResponse>>

export interface PreviewState {
  /** The figures are not those of what stands in the dialog now. */
  isAsking: boolean
  response?: TryResponse
  /** Why there are none, while the action may still be possible. */
  failure?: string
  /** Why the action is not possible, which is all that could be said of it. */
  refusal?: string
  /** What had been confirmed when the figures turned out to be others. */
  confirmed?: EffectsResponse
}

export interface Preview {
  state: PreviewState
  /** The figures have become others since they were confirmed. */
  change: (now: EffectsResponse) => void
}

/**
 * An answer about the record, as that somebody else has changed it, is what confirming would be answered too; any other says nothing of the action.
 */
function outcomeOf({ status, message }: Failure): Pick<PreviewState, 'failure' | 'refusal'> {
  return [403, 404, 409, 417].includes(status) ? { refusal: message } : { failure: message }
}

/** What the action of a dialog will book: asked when the dialog opens, and again after each change; nothing for actions that show none. */
export function usePreview(model: FormModel, ask: AskPreview | undefined): Preview | undefined {
  const [state, setState] = useState<PreviewState>({ isAsking: ask !== undefined })
  const requestPreview = useEffectEvent(
    (signal: AbortSignal) => ask?.(asSent(model.changes()), signal) ?? Promise.reject(signal.reason as Error),
  )
  const hasPreview = ask !== undefined

  useEffect(() => {
    if (!hasPreview) return undefined
    const asking = newestOnly<TryResponse>(requestPreview, (result) =>
      setState({ isAsking: false, ...(result.success ? { response: result.body } : outcomeOf(result)) }),
    )
    asking.now()
    const end = model.onInput(() => {
      setState(({ response }) => ({ isAsking: true, response }))
      asking.soon()
    })
    return () => {
      end()
      asking.stop()
    }
  }, [model, hasPreview])

  return useMemo(() => {
    if (!hasPreview) return undefined
    const change = (effects: EffectsResponse): void =>
      setState(({ response }) => ({
        isAsking: false,
        response: { asOf: new Date().toISOString(), problems: [], effects },
        confirmed: response?.effects,
      }))
    return { state, change }
  }, [state, hasPreview])
}
