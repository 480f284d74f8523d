import { useEffect, useState } from 'react'

/** The list over the whole window; Esc ends it. */
export function useFullscreen(): [boolean, (fullscreen: boolean) => void] {
  const [fullscreen, setFullscreen] = useState(false)
  useEffect(() => {
    if (!fullscreen) return undefined
    const end = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) setFullscreen(false)
    }
    document.addEventListener('keydown', end)
    return () => document.removeEventListener('keydown', end)
  }, [fullscreen])
  return [fullscreen, setFullscreen]
}
