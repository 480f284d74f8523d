import { useEffect, useRef, useState } from 'react'
import type { ProductPlan } from '../../core/plan'
import { sayPreview } from '../previewMessages'
import type { FrameState } from './frameMessages'
import type { Width } from './previewState'
import { useFrame } from './useFrame'

interface PreviewFrameProps {
  /** Address of the frame's page. */
  address: string
  title: string
  width: Width
  plan: ProductPlan
  state: FrameState
  onPage: (page: string) => void
  onEnded: () => void
}

/** The page in a window as wide as it says, made smaller where there is less room. */
export function PreviewFrame({ address, title, width, plan, state, onPage, onEnded }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useFrame(frame, { plan, state, onPage, onEnded })

  useEffect(() => {
    const element = room.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // Before it is known how much room there is.
  const isMeasured = size.width > 0
  const scale = isMeasured ? Math.min(1, size.width / width) : 1
  return (
    <div ref={room} className="playground-preview-room">
      <iframe
        ref={frame}
        src={address}
        title={sayPreview('preview.frame', { title })}
        className="playground-preview-frame"
        style={{ width, height: isMeasured ? size.height / scale : '100%', transform: `scale(${scale})` }}
      />
    </div>
  )
}
