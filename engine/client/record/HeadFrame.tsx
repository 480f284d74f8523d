import { useEffect, useRef, type ReactNode } from 'react'
import './head.css'

/** What stays at the top of a record's page. It tells the page its height, so that nothing is scrolled to below it. */
export function HeadFrame({ children }: { children: ReactNode }) {
  const head = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = head.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      element.parentElement?.style.setProperty('--engine-head', `${element.offsetHeight}px`)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <header ref={head} className="engine-record-head">
      {children}
    </header>
  )
}
