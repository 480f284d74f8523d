import './KeptPage.css'
import { Activity, type ReactNode } from 'react'

class KeptPageElement extends HTMLElement {
  // React hides by `style.setProperty('display', 'none', 'important')` and shows by `style.display = ''`.
  readonly #style = new Proxy(super.style, {
    get: () => (_name: string, display: string) => this.#display(display),
    set: (_style, _name, display: string) => this.#display(display),
  })

  /** What had the focus when the page was put away, until it has been told that it lost it. */
  #left: EventTarget | null = null

  constructor() {
    super()
    // What is put away loses the focus only then, when React has taken its refs already: handlers that read them would throw. They hear of
    // it when the page is back.
    this.addEventListener('focusout', (event) => {
      if (!this.hasAttribute('data-away')) return
      event.stopPropagation()
      this.#left = event.target
    })
  }

  override get style(): CSSStyleDeclaration {
    return this.#style
  }

  #display(display: string): true {
    this.toggleAttribute('data-away', display === 'none')
    // After React's commit, in which it gives the refs back and hears no event.
    if (display !== 'none' && this.#left) setTimeout(this.#tellLeft)
    return true
  }

  readonly #tellLeft = (): void => {
    if (this.hasAttribute('data-away')) return
    const left = this.#left
    this.#left = null
    if (left !== document.activeElement) left?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  }
}

customElements.define('kept-page', KeptPageElement)
const Kept = 'kept-page' as 'div'

/**
 * A page that is kept alive while another is in front. React's `Activity` would take it out of the layout, by `display: none`, and the
 * browser would lay it out anew when it comes back: half of the time that a return takes. The element around the page takes over what React sets,
 * hidden or shown, and leaves the how to KeptPage.css, which keeps the layout and hides as completely: nothing is painted, focused, found or read
 * out.
 */
export function KeptPage({ active, children }: { active: boolean; children: ReactNode }) {
  return (
    <Activity mode={active ? 'visible' : 'hidden'}>
      <Kept>{children}</Kept>
    </Activity>
  )
}
