import { useInsertionEffect, useRef } from 'react'

/**
 * Calls when the component is gone for good, and tells whether it is. Other effects also end when a page is kept in the background, where what was
 * begun is to go on; this one does not.
 */
export function useWhenGone(end?: () => void): () => boolean {
  const isGone = useRef(false)
  const latest = useRef(end)
  latest.current = end
  useInsertionEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      latest.current?.()
    }
  }, [])
  return () => isGone.current
}
