import { useId, type RefObject } from 'react'
import { say } from '../laterMessages'
import type { Tab } from '../ui/Tabs'

interface PlacesProps {
  /** Around the sections and tabs. */
  root: RefObject<HTMLElement | null>
  sections: readonly string[]
  tabs: readonly Tab[]
  onTab: (key: string) => void
}

/** So few are in sight anyway. */
const FEW = 2

/** The sections and tabs of a long page, each one press away wherever the page is scrolled to. */
export function Places({ root, sections, tabs, onTab }: PlacesProps) {
  const id = useId()
  if (sections.length + tabs.length <= FEW) return null

  function lead(selector: string): void {
    const place = root.current?.querySelector<HTMLElement>(selector)
    place?.scrollIntoView({ block: 'start' })
    place?.focus({ preventScroll: true })
  }
  return (
    <nav className="engine-places engine-fading" aria-label={say('record.places')}>
      {sections.map((title) => (
        <button key={`${id} ${title}`} type="button" onClick={() => lead(`[data-section="${CSS.escape(title)}"]`)}>
          {title}
        </button>
      ))}
      {tabs.map(({ key, title, count }) => (
        <button
          key={key}
          type="button"
          onClick={() => {
            onTab(key)
            lead(`[data-tab="${CSS.escape(key)}"]`)
          }}
        >
          {title}
          {count !== undefined && <span className="engine-tabs-count">{count}</span>}
        </button>
      ))}
    </nav>
  )
}
