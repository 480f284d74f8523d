import { useRef } from 'react'
import { useServices } from './context'
import { say } from './laterMessages'

/**
 * Leaves a dialog at once when it holds no input, otherwise when the user gives that up. Esc is pressed by mistake, as to close a list of
 * choices, so it gives up nothing by itself.
 */
export function useLeaveConfirmation(hasInput: () => boolean, onLeave: () => void): () => void {
  const { notify } = useServices()
  const isAsking = useRef(false)

  async function ask(): Promise<void> {
    isAsking.current = true
    const confirmation = { title: say('form.leaveTitle'), content: say('form.discardText'), danger: true, discards: true }
    const gives = await notify.confirm({ ...confirmation, okText: say('form.discard'), cancelText: say('form.stay') })
    isAsking.current = false
    if (gives) onLeave()
  }
  return () => {
    if (!hasInput()) onLeave()
    else if (!isAsking.current) void ask()
  }
}
