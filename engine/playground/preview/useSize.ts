import { useEffect, useState, type RefObject } from 'react'

export interface Size {
  width: number
  height: number
}

/** How large an element is; undefined before it is known, and as it was while the element is hidden. */
export function useSize(element: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>()
  useEffect(() => {
    const { current } = element
    if (!current) return undefined
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = current
      if (width > 0) setSize({ width, height })
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}
