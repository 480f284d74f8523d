import type { MouseEvent, ReactNode } from 'react'
import { whenRested } from '../../../engine/client/ui/whenRested'
import { useProgram } from '../programContext'

interface AppLinkProps {
  href: string
  children: ReactNode
  className?: string
  title?: string
  current?: boolean
  /** Opens in a new window. */
  blank?: boolean
  /** Fetch the page as soon as the pointer or the focus rests on the link. */
  eager?: boolean
  onFollow?: () => void
}

/** A link within the program: a real one, so that it can be copied, bookmarked and opened in another window. */
export function AppLink({ href, children, className, title, current, blank = false, eager = false, onFollow }: AppLinkProps) {
  const { navigate, prefetch, partnerEntries } = useProgram()

  function follow(event: MouseEvent): void {
    if (partnerEntries.has(href)) {
      event.preventDefault()
      // The failure has been shown.
      void partnerEntries.open(href).catch(() => undefined)
      return onFollow?.()
    }
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (blank || elsewhere) return
    event.preventDefault()
    navigate(href)
    onFollow?.()
  }
  const rest = eager ? (event: { currentTarget: HTMLElement }) => whenRested(event.currentTarget, () => prefetch(href)) : undefined
  return (
    <a
      href={href}
      className={className}
      title={title}
      aria-current={current ? 'page' : undefined}
      {...(blank ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      onClick={follow}
      // The middle button: another window by itself, which would be without a ticket.
      onAuxClick={partnerEntries.has(href) ? follow : undefined}
      onPointerEnter={rest}
      onFocus={rest}
    >
      {children}
    </a>
  )
}
