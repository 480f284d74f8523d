/** To the clipboard; a page served by plain http has no clipboard object, and one in a frame may not write to it: they have the old command. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    try {
      return await navigator.clipboard.writeText(text)
    } catch {
      // Refused to the page, not to a press of its user.
    }
  }
  const area = Object.assign(document.createElement('textarea'), { value: text })
  area.style.position = 'fixed'
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
