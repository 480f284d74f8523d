import { useRef } from 'react'
import { useErrorReport } from '../../useAction'
import type { FormModel } from '../model/formModel'

/**
 * Sends a form once per press, whatever is pressed meanwhile; Formily's `submitting` is what its submit button shows. A failure that the request
 * wrapper has not shown is shown here.
 */
export function useFormSubmit({ form }: FormModel): (send: () => Promise<void>) => Promise<void> {
  const report = useErrorReport()
  // Formily says that it is submitting only after 100 ms, so that a quick answer does not flicker.
  const running = useRef(false)

  return async (send) => {
    if (running.current) return
    running.current = true
    form.setSubmitting(true)
    try {
      await send()
    } catch (error) {
      report(error)
    } finally {
      running.current = false
      form.setSubmitting(false)
    }
  }
}
