import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type ComponentType, type ReactNode, type Ref } from 'react'
import { whenRested } from '../ui/whenRested'

export interface LinkCardHandle {
  /** The pointer or the focus has come to a link of a record. */
  come: (link: HTMLAnchorElement) => void
}

/** Says what a record is about; nothing where it may not be read. */
export type RecordCard = ComponentType<{ screen: string; id: string }>

interface LinkCardProps {
  ref: Ref<LinkCardHandle>
  Card: RecordCard
}

/** In ms: long enough that a mouse on its way elsewhere opens none; and that it gets from the link into the card. */
const DELAY_MS = 400
const LEAVES_AFTER_MS = 200
/** In px: room below a link for a card, and its width. */
const HEIGHT = 220
const WIDTH = 384

/** One for all links of a table to records: what the record is about, beside the link on which somebody rests. It draws itself alone. */
export function LinkCard({ ref, Card }: LinkCardProps) {
  const [link, setLink] = useState<HTMLAnchorElement>()
  useImperativeHandle(
    ref,
    () => ({
      come: (resting) =>
        whenRested(
          resting,
          () => {
            if (resting.isConnected) setLink(resting)
          },
          DELAY_MS,
        ),
    }),
    [],
  )
  if (!link) return null
  const { screen = '', record = '' } = link.dataset
  return (
    <OpenCard key={`${screen} ${record}`} link={link} onClose={() => setLink(undefined)}>
      <Card screen={screen} id={record} />
    </OpenCard>
  )
}

interface OpenCardProps {
  link: HTMLAnchorElement
  onClose: () => void
  children: ReactNode
}

function OpenCard({ link, onClose, children }: OpenCardProps) {
  const [place] = useState(() => link.getBoundingClientRect())
  const card = useRef<HTMLDivElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const close = useEffectEvent(onClose)
  const stay = (): void => clearTimeout(leaving.current)
  const leave = useEffectEvent(() => {
    clearTimeout(leaving.current)
    leaving.current = setTimeout(onClose, LEAVES_AFTER_MS)
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const closeOutside = ({ target }: Event): void => {
      if (!(target instanceof Node && card.current?.contains(target))) close()
    }
    link.addEventListener('pointerleave', () => leave(), { signal })
    link.addEventListener('blur', () => leave(), { signal })
    document.addEventListener('pointerdown', closeOutside, { signal, capture: true })
    document.addEventListener('scroll', closeOutside, { signal, capture: true })
    // Any key: it is dismissed, or it leads somewhere else.
    document.addEventListener('keydown', () => close(), { signal, capture: true })
    return () => {
      listening.abort()
      clearTimeout(leaving.current)
    }
  }, [link])

  const isBelow = place.bottom + HEIGHT < window.innerHeight
  return (
    <div
      ref={card}
      className="engine-link-card"
      style={{
        insetInlineStart: `max(8px, min(${place.left}px, calc(100vw - ${WIDTH}px)))`,
        ...(isBelow ? { insetBlockStart: place.bottom + 4 } : { insetBlockEnd: window.innerHeight - place.top + 4 }),
      }}
      onPointerEnter={stay}
      onPointerLeave={onClose}
    >
      {children}
    </div>
  )
}
