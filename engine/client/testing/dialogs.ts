import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

/** The dialog with this title, as soon as it is there. Under test antd gives all titles one id, so that names cannot tell them apart. */
export async function findDialog(title: string): Promise<HTMLElement> {
  return waitFor(() => {
    const dialog = screen.getAllByRole('dialog').find((each) => each.querySelector('.ant-modal-title')?.textContent === title)
    if (!dialog)
      throw new Error(
        `No dialog '${title}' among ${screen
          .getAllByRole('dialog')
          .map((each) => each.textContent)
          .join()}`,
      )
    return dialog
  })
}

/** Presses the button of a dialog that does what it is about, whatever it is called; without one, of the dialog that has come last. */
export async function confirm(dialog?: HTMLElement): Promise<void> {
  await userEvent.click(await waitFor(() => confirmingButton(dialog)))
}

/** The last one of its foot. */
export function confirmingButton(dialog = screen.getAllByRole('dialog').at(-1)): HTMLButtonElement {
  const foot = dialog?.querySelector<HTMLElement>('.ant-modal-footer, .ant-modal-confirm-btns')
  const button = foot && within(foot).getAllByRole<HTMLButtonElement>('button').at(-1)
  if (!button) throw new Error('No dialog with a button to confirm it')
  return button
}

/** Presses a button of a dialog; antd puts a blank between two Chinese characters. */
export async function press(dialog: HTMLElement, title: string): Promise<void> {
  await userEvent.click(within(dialog).getByRole('button', { name: new RegExp([...title].join('\\s?')) }))
}
