/** What keys do with the page in front. They press what is drawn: a button that is not there, or is greyed, does nothing more than it says. */

/** How long a list that was just opened may take until its button is there. */
const APPEARS_MS = 5_000

/** The page in front; pages behind it are kept hidden. */
function pageInFront(): Element | undefined {
  return [...document.querySelectorAll('kept-page')].find((page) => !page.hasAttribute('data-away'))
}

function addButton(): HTMLElement | null | undefined {
  return pageInFront()?.querySelector<HTMLElement>('.engine-toolbar-actions .engine-button-primary')
}

/** Presses the button of the list that adds a record, as soon as it is there. */
export function pressAdd(): void {
  const pressed = addButton()
  if (pressed) return pressed.click()
  const observer = new MutationObserver(() => {
    const button = addButton()
    if (!button) return
    stop()
    button.click()
  })
  const timer = setTimeout(() => observer.disconnect(), APPEARS_MS)
  function stop(): void {
    clearTimeout(timer)
    observer.disconnect()
  }
  observer.observe(document.body, { childList: true, subtree: true })
}

/** @returns whether there was something to do */
export function addToList(): boolean {
  const button = addButton()
  button?.click()
  return button !== null && button !== undefined
}

export function focusSearch(): boolean {
  const input = pageInFront()?.querySelector<HTMLElement>('.engine-search :is(input, button, [tabindex="0"])')
  input?.focus()
  return input !== null && input !== undefined
}

/** Into the list: its first row, from where the arrows go on. */
export function focusRows(): boolean {
  const row = pageInFront()?.querySelector<HTMLElement>('tbody > [data-row][tabindex="0"], tbody > [data-row]')
  row?.focus()
  return row !== null && row !== undefined
}

/** The button that an open dialog is confirmed by. */
export function confirmDialog(): boolean {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role="dialog"], dialog[open]')].filter((dialog) => dialog.checkVisibility())
  const button = dialogs
    .at(-1)
    ?.querySelector<HTMLElement>(
      '.ant-modal-footer .ant-btn-primary, .ant-modal-confirm-btns .ant-btn-primary, .ant-drawer-footer .ant-btn-primary, [type="submit"]',
    )
  button?.click()
  return button !== null && button !== undefined
}
