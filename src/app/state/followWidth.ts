/** Acceptance L2. */
export const RESIZE_SETTLES_MS = 300

/** Tells how wide the window is, now and whenever it has been left alone for a moment after a change. */
export function followWidth(changeWidth: (width: number) => void): void {
  changeWidth(window.innerWidth)
  let resized: ReturnType<typeof setTimeout> | undefined
  window.addEventListener('resize', () => {
    clearTimeout(resized)
    resized = setTimeout(() => changeWidth(window.innerWidth), RESIZE_SETTLES_MS)
  })
}
