import { useEffect, useRef, type KeyboardEvent } from 'react'
import { messages } from '../messages'
import { Popover } from './Popover'

export interface SmallChoice<Value> {
  value: Value
  title: string
}

interface SmallSelectProps<Value> {
  /** What is chosen; it stands before the chosen one for screen readers. */
  label: string
  value: Value
  choices: readonly SmallChoice<Value>[]
  onChange: (value: Value) => void
  /** Where there is room only above the button. */
  opensUp?: boolean
}

/**
 * One of a few fixed choices beside other buttons, such as the size of a page: drawn as they are, in both themes, and without the weight of antd's
 * select. Arrow keys move through the open list, as in the browser's own.
 */
export function SmallSelect<Value extends string | number>({ label, value, choices, onChange, opensUp = false }: SmallSelectProps<Value>) {
  const root = useRef<HTMLDivElement>(null)
  const chosen = choices.find((choice) => choice.value === value)?.title ?? String(value)
  return (
    <div ref={root} className={`engine-small-select${opensUp ? ' engine-small-select-up' : ''}`}>
      <Popover
        label={`${label}${messages.colon}${chosen}`}
        className="engine-small-select-button"
        content={
          <>
            {chosen}
            <span className="engine-caret" aria-hidden="true" />
          </>
        }
      >
        {(close) => (
          <ChoiceList
            {...{ label, value, choices }}
            onChoose={(next) => {
              close()
              // The list that had the focus is gone.
              root.current?.querySelector('button')?.focus()
              if (next !== value) onChange(next)
            }}
          />
        )}
      </Popover>
    </div>
  )
}

interface ChoiceListProps<Value> extends Pick<SmallSelectProps<Value>, 'label' | 'value' | 'choices'> {
  onChoose: (value: Value) => void
}

function ChoiceList<Value extends string | number>({ label, value, choices, onChoose }: ChoiceListProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), [])

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')]
    const at = options.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    options[Math.min(options.length - 1, Math.max(0, to))]?.focus()
  }
  return (
    <div ref={list} role="listbox" aria-label={label} tabIndex={-1} onKeyDown={move}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="option"
          aria-selected={choice.value === value}
          tabIndex={choice.value === value ? 0 : -1}
          onClick={() => onChoose(choice.value)}
        >
          {choice.title}
        </button>
      ))}
    </div>
  )
}
