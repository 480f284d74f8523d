import { waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

/** As a hand does: the pointer comes near, the control wakes up, then the click. */
export async function openSelect(control: () => HTMLElement): Promise<void> {
  await userEvent.hover(control())
  await waitFor(() => {
    if (control().tagName !== 'INPUT') throw new Error('The select is still asleep')
  })
  await userEvent.click(control())
}
