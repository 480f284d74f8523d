/** What waits for the mouse button to be let go. */
const waiting: (() => void)[] = []
let isPressed = false

// Before any form has the focus: the press that takes it away has to have been seen.
document.addEventListener('mousedown', () => (isPressed = true), true)
// Before what the click does: a form that is sent has been checked by then.
document.addEventListener('click', release, true)
// A press that ends elsewhere is no click.
for (const type of ['mouseup', 'dragend']) document.addEventListener(type, () => isPressed && setTimeout(release), true)

function release(): void {
  isPressed = false
  for (const run of waiting.splice(0)) run()
}

/**
 * Runs now, or when the press under way has become a click. A message that comes or goes when a field is left moves what is below it, and
 * a button that has moved between press and release is not clicked.
 */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run)
  else run()
}
