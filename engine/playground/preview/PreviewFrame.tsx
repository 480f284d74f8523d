import { useRef } from 'react'
import type { ProductPlan } from '../../core/plan'
import { sayPreview } from '../previewMessages'
import type { FrameState } from './frameMessages'
import type { Width } from './previewState'
import { useFrame } from './useFrame'
import { useSize } from './useSize'

interface PreviewFrameProps {
  /** Address of the frame's page. */
  address: string
  title: string
  width: Width
  plan: ProductPlan | undefined
  state: FrameState
  onPage: (page: string) => void
  onEnded: () => void
}

/** The page in a window as wide as it says, made smaller where there is less room. */
export function PreviewFrame({ address, title, width, plan, state, onPage, onEnded }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const size = useSize(room)
  useFrame(frame, { plan, state, onPage, onEnded })

  const scale = size ? Math.min(1, size.width / width) : 1
  return (
    <div ref={room} className="playground-preview-room">
      <iframe
        ref={frame}
        src={address}
        title={sayPreview('preview.frame', { title })}
        className="playground-preview-frame"
        style={{ width, height: size ? size.height / scale : '100%', transform: `scale(${scale})` }}
      />
    </div>
  )
}
