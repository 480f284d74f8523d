import { createContext, use, useEffect, useRef } from 'react'
import type { FormModel } from '../model/formModel'

/** Around a page: has it keep the plan that it is drawn by, until what this answers is called. */
export const HoldContext = createContext<(() => () => void) | undefined>(undefined)

/** From the first key on, until the form is gone, another release of the screen takes no field from under its user. */
export function useHold(model: FormModel): void {
  const hold = use(HoldContext)
  const typedInto = useRef<FormModel>(undefined)
  useEffect(() => {
    // A page that comes back from the background goes on as it was.
    let letGo = typedInto.current === model ? hold?.() : undefined
    const stop = model.onInput(() => {
      typedInto.current = model
      letGo ??= hold?.()
    })
    return () => {
      stop()
      letGo?.()
    }
  }, [model, hold])
}
