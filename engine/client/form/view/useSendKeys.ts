import { useEffect, type RefObject } from 'react'

/** Ctrl+Enter sends the form around `inside` from a text of several lines too, where Enter begins a new one. Held too long, it sends once. */
export function useSendKeys(inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function send(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, repeat, target } = event
      const form = inside.current?.closest('form')
      if (key !== 'Enter' || !(ctrlKey || metaKey) || !(target instanceof Node) || !form?.contains(target)) return
      event.preventDefault()
      if (!repeat) form.requestSubmit()
    }
    document.addEventListener('keydown', send)
    return () => document.removeEventListener('keydown', send)
  }, [inside])
}
