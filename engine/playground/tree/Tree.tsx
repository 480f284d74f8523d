import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { say } from '../messages'
import { searched, type TreeGroup } from './treeModel'

interface TreeProps {
  groups: readonly TreeGroup[]
  path: string
  changed: ReadonlySet<string>
  /** Files that have a problem, with how many. */
  broken: ReadonlyMap<string, number>
  onOpen: (path: string) => void
}

/** The files, found by title or name. One tab stop; arrows move, and open and close a group. */
export function Tree({ groups, path, changed, broken, onOpen }: TreeProps) {
  const [text, setText] = useState('')
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  const shown = useMemo(() => searched(groups, text), [groups, text])
  const isSearching = text.trim() !== ''
  const isOpen = ({ key, items }: TreeGroup): boolean => isSearching || items.some((item) => item.path === path) !== toggled.has(key)
  const nodes = shown.flatMap((group) => [group.key, ...(isOpen(group) ? group.items.map((item) => item.path) : [])])
  const stop = focused !== undefined && nodes.includes(focused) ? focused : nodes.includes(path) ? path : nodes[0]

  // The first check tells the menus, and the files are grouped anew: an entry that was drawn elsewhere takes the focus with it.
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) find(stop)?.focus()
  }, [groups, stop])

  function find(node: string | undefined): HTMLElement | null | undefined {
    return node === undefined ? undefined : root.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(node)}"]`)
  }

  function toggle(key: string): void {
    const next = new Set(toggled)
    if (!next.delete(key)) next.add(key)
    setToggled(next)
  }

  function focus(node: string | undefined): void {
    if (node === undefined) return
    setFocused(node)
    find(node)?.focus()
  }

  function move(event: KeyboardEvent<HTMLElement>): void {
    const node = event.currentTarget.dataset['node'] ?? ''
    const at = nodes.indexOf(node)
    const group = shown.find(({ key }) => key === node)
    const around = shown.find(({ items }) => items.some((item) => item.path === node))
    switch (event.key) {
      case 'ArrowDown':
        focus(nodes[at + 1])
        break
      case 'ArrowUp':
        focus(nodes[at - 1])
        break
      case 'Home':
        focus(nodes[0])
        break
      case 'End':
        focus(nodes.at(-1))
        break
      case 'ArrowRight':
        if (group && !isOpen(group)) toggle(group.key)
        else if (group) focus(nodes[at + 1])
        break
      case 'ArrowLeft':
        if (group && isOpen(group)) toggle(group.key)
        else if (around) focus(around.key)
        break
      default:
        return
    }
    event.preventDefault()
  }

  return (
    <div className="playground-tree" ref={root}>
      <input
        type="search"
        className="playground-input"
        aria-label={say('tree.search')}
        placeholder={say('tree.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const found = shown[0]?.items[0]
          if (event.key === 'Enter' && isSearching && found) onOpen(found.path)
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            focus(nodes[0])
          }
        }}
      />
      {shown.length === 0 && <p className="playground-note">{say('tree.none')}</p>}
      <div
        role="tree"
        aria-label={say('tree.title')}
        className="playground-tree-list"
        onFocus={() => {
          hasFocus.current = true
        }}
        onBlur={() => {
          hasFocus.current = false
        }}
      >
        {shown.map((group) => (
          <div key={group.key} role="none">
            <div
              role="treeitem"
              aria-expanded={isOpen(group)}
              aria-level={1}
              aria-selected={false}
              data-node={group.key}
              tabIndex={stop === group.key ? 0 : -1}
              className="playground-tree-group"
              onClick={() => toggle(group.key)}
              onFocus={() => setFocused(group.key)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' || event.key === ' ') {
                  event.preventDefault()
                  toggle(group.key)
                } else move(event)
              }}
            >
              <span aria-hidden className="playground-tree-sign">
                {isOpen(group) ? '▾' : '▸'}
              </span>
              {group.title}
              <span className="playground-tree-count">{group.items.length}</span>
            </div>
            {isOpen(group) && (
              <div role="group">
                {group.items.map((item) => (
                  <div
                    key={item.path}
                    role="treeitem"
                    aria-level={2}
                    aria-selected={item.path === path}
                    data-node={item.path}
                    tabIndex={stop === item.path ? 0 : -1}
                    className="playground-tree-item"
                    title={item.path}
                    onClick={() => onOpen(item.path)}
                    onFocus={() => setFocused(item.path)}
                    onKeyDown={(event) => {
                      if (event.key === 'Enter' || event.key === ' ') {
                        event.preventDefault()
                        onOpen(item.path)
                      } else move(event)
                    }}
                  >
                    <span className="playground-tree-name">
                      {item.title} <small>{item.name}</small>
                    </span>
                    {broken.has(item.path) && (
                      <span className="playground-mark playground-mark-error">
                        {say('tree.broken', { count: broken.get(item.path) ?? 0 })}
                      </span>
                    )}
                    {changed.has(item.path) && <span className="playground-mark">{say('tree.changed')}</span>}
                  </div>
                ))}
              </div>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
