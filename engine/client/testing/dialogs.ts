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

/** Presses a button of a dialog; antd puts a blank between two Chinese characters. */
export async function press(dialog: HTMLElement, title: string): Promise<void> {
  await userEvent.click(within(dialog).getByRole('button', { name: new RegExp([...title].join('\\s?')) }))
}
