import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { asSent } from '../../../core/record/changes'
import type { Values } from '../../../core/record/values'
import type { EffectsResponse, TryResponse } from '../../../core/wire'
import type { Failure, RequestResult } from '../../request'
import type { FormModel } from '../model/formModel'
import { newestOnly } from '../model/newest'

/** Requests what an action would do with these values of its dialog. */
export type AskPreview = (values: Values, signal: AbortSignal) => Promise<RequestResult<TryResponse>>

export interface PreviewState {
  /** The figures are not those of what stands in the dialog now. */
  isAsking: boolean
  response?: TryResponse
  /** Why there are none, while the action may still be possible. */
  failure?: string
  /** Why the action is not possible; then there is nothing else to show. */
  refusal?: string
  /** What had been confirmed when the figures turned out to be others. */
  confirmed?: EffectsResponse
}

/** Why the action would be refused as a whole, as far as the preview knows. */
export function previewRefusal({ refusal, response }: PreviewState): string | undefined {
  return refusal ?? response?.problems?.find(({ path }) => path === '')?.detail
}

export interface Preview {
  state: PreviewState
  /** The figures have become others since they were confirmed. */
  change: (now: EffectsResponse) => void
}

/**
 * A refusal about the record, for example because another user has changed it, would also refuse the action itself; any other failure says nothing
 * about the action.
 */
function outcomeOf({ status, message }: Failure): Pick<PreviewState, 'failure' | 'refusal'> {
  return [403, 404, 409, 417].includes(status) ? { refusal: message } : { failure: message }
}

/**
 * The effects that the action of a dialog would have: requested when the dialog opens, again after each change, and when the record is another
 * version or another action is chosen; undefined for actions without a preview.
 */
export function usePreview(
  model: FormModel,
  action: string,
  ask: AskPreview | undefined,
  version: unknown,
  onFailed: (failure: Failure) => void,
): Preview | undefined {
  const [state, setState] = useState<PreviewState & { of: string }>({ of: action, isAsking: ask !== undefined })
  const requestPreview = useEffectEvent(
    (signal: AbortSignal) => ask?.(asSent(model.changes()), signal) ?? Promise.reject(signal.reason as Error),
  )
  const told = useEffectEvent((result: RequestResult<TryResponse>) => {
    setState({ of: action, isAsking: false, ...(result.success ? { response: result.body } : outcomeOf(result)) })
    if (!result.success) onFailed(result)
  })
  const hasPreview = ask !== undefined

  useEffect(() => {
    if (!hasPreview) return undefined
    const asking = newestOnly<TryResponse>(requestPreview, (result) => told(result))
    asking.now()
    const end = model.onInput(() => {
      setState(({ response }) => ({ of: action, isAsking: true, response }))
      asking.soon()
    })
    return () => {
      end()
      asking.stop()
    }
  }, [model, action, hasPreview, version])

  return useMemo(() => {
    if (!hasPreview) return undefined
    const change = (effects: EffectsResponse): void =>
      setState(({ response }) => ({
        of: action,
        isAsking: false,
        response: { asOf: new Date().toISOString(), problems: [], effects },
        confirmed: response?.effects,
      }))
    // The figures of another action say nothing about this one.
    return { state: state.of === action ? state : { isAsking: true }, change }
  }, [state, action, hasPreview])
}
