import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { Choice } from '../fieldDefinition'

interface HeadChoicesProps {
  choices: readonly Choice[]
  chosen: readonly string[]
  onToggle: (value: string) => void
}

/** The few values that a column can be searched by, each one press away. */
export function HeadChoices({ choices, chosen, onToggle }: HeadChoicesProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = list.current?.querySelector<HTMLElement>('[aria-pressed=true]') ?? list.current?.querySelector('button')
    first?.focus()
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const items = [...event.currentTarget.querySelectorAll('button')]
    const at = items.findIndex((item) => item === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    items.at(to % items.length)?.focus()
    event.preventDefault()
  }

  return (
    // Presses come from the buttons in it; here only the arrows are heard, which go from one to the next.
    <div ref={list} role="presentation" className="engine-head-choices" onKeyDown={onKeyDown}>
      {choices.map(({ value, label }) => (
        <button key={value} type="button" className="engine-entry" aria-pressed={chosen.includes(value)} onClick={() => onToggle(value)}>
          {label}
        </button>
      ))}
    </div>
  )
}
