import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import '../record/record.css'

export interface Tab {
  key: string
  title: ReactNode
  /** Behind the title, as soon as it is known. */
  count?: ReactNode
  /** Drawn when the tab is first opened, and kept then. */
  content: ReactNode
  /** It is only read, and may be more than there is room for: it takes the focus itself, so that keys scroll it. */
  scrolls?: boolean
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  active: string | undefined
  onActive: (key: string) => void
}

/** Tabs by the ARIA pattern: one tab stop, arrows move and open; a single one is a section with its title. antd's own measure their titles, which a page would wait for. */
export function Tabs({ label, tabs, active, onActive }: TabsProps) {
  const id = useId()
  const current = tabs.find(({ key }) => key === active) ?? tabs[0]
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  if (!current) return null
  if (!opened.has(current.key)) setOpened(new Set([...opened, current.key]))
  if (tabs.length === 1) return <TabSection tab={current} />

  function move(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ key }) => key === current?.key)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!next) return
    event.preventDefault()
    onActive(next.key)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.key)}"]`)?.focus()
  }

  return (
    <div className="engine-tabs">
      <div ref={list} role="tablist" aria-label={label} className="engine-tabs-list engine-fading">
        {tabs.map(({ key, title, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            data-tab={key}
            aria-selected={key === current.key}
            aria-controls={`${id}-${key}-panel`}
            tabIndex={key === current.key ? 0 : -1}
            onClick={() => onActive(key)}
            onKeyDown={move}
          >
            {title}
            {count !== undefined && <span className="engine-tabs-count">{count}</span>}
          </button>
        ))}
      </div>
      {tabs.map(({ key, content, scrolls }) => (
        <div
          key={key}
          tabIndex={scrolls ? 0 : undefined}
          role="tabpanel"
          id={`${id}-${key}-panel`}
          aria-labelledby={`${id}-${key}`}
          hidden={key !== current.key}
        >
          {(opened.has(key) || key === current.key) && content}
        </div>
      ))}
    </div>
  )
}

/** What would be a tab, as a section with its title. */
export function TabSection({ tab: { key, title, count, content } }: { tab: Tab }) {
  const id = useId()
  return (
    <section className="engine-tabs" data-tab={key} tabIndex={-1} aria-labelledby={id}>
      <h3 id={id} className="engine-section-title">
        {title}
        {count !== undefined && <span className="engine-tabs-count">{count}</span>}
      </h3>
      {content}
    </section>
  )
}
