import type { MouseEvent, ReactNode } from 'react'
import { useServices } from '../context'
import { whenRested } from './whenRested'

interface AppLinkProps {
  /** A path of the program. */
  href: string
  hint?: string
  children: ReactNode
}

/** A real link, which can be copied and opened in another window; a plain press goes there within the program. */
export function AppLink({ href, hint, children }: AppLinkProps) {
  const { navigate, prefetch } = useServices()
  const open = (event: MouseEvent): void => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(href)
  }
  // A mouse on its way over many links asks for none of them.
  const ahead = ({ currentTarget }: { currentTarget: HTMLElement }): void => {
    if (prefetch) whenRested(currentTarget, () => prefetch(href))
  }
  return (
    <a className="engine-link" href={href} title={hint} onClick={open} onPointerEnter={ahead} onFocus={ahead}>
      {children}
    </a>
  )
}
