import { useEffect, useEffectEvent, useId, useImperativeHandle, useMemo, useRef, useState, type FormEvent, type Ref } from 'react'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import { useServices } from '../context'
import { cleanFilters, parametersOf, type Filters } from '../data/listState'
import { fieldTypeOf } from '../fields'
import { codesOf, useChoices } from '../fields/controls/SelectInput'
import { messages, say } from '../messages'
import { Button } from '../ui/Button'
import { filterOfColumn } from './cellFilters'
import { HeadChoices } from './HeadChoices'
import { SearchItem } from './SearchItem'
import { searchInputs, type SearchInput } from './searchInputs'

export interface HeadFilterHandle {
  /** @param button in the head of the column; gets the focus back. Of an open filter it closes it. */
  toggle: (column: string, button: HTMLElement) => void
}

interface HeadFilterProps {
  ref: Ref<HeadFilterHandle>
  screen: BrowserScreenPlan
  page: ListPagePlan
  filters: Filters
  onFilter: (filters: Filters) => void
}

/** What the choices of a control stand in, which are drawn beside the page. */
const CHOICES = '.ant-select-dropdown, .ant-picker-dropdown'

/** More choices than these are looked for by typing. */
const MOST_CHOICES = 12

/** The search of one column below its title: what can be chosen, or the control of the search form, over the same state. It draws itself alone. */
export function HeadFilter({ ref, page, ...props }: HeadFilterProps) {
  const [opened, setOpened] = useState<{ column: string; button: HTMLElement }>()
  useImperativeHandle(
    ref,
    () => ({ toggle: (column, button) => setOpened((now) => (now?.column === column ? undefined : { column, button })) }),
    [],
  )
  const plan = page.columns.find(({ key }) => key === opened?.column)
  const item = plan && filterOfColumn(page, plan)
  const { request } = useServices()
  const { screen } = props
  const [input] = useMemo(() => searchInputs(item ? [item] : [], { screen, request }), [item, screen, request])
  if (!opened || !input) return null
  return (
    <OpenFilter
      key={opened.column}
      {...props}
      input={input}
      button={opened.button}
      onClose={(back) => {
        setOpened(undefined)
        if (back) opened.button.focus()
      }}
    />
  )
}

interface OpenFilterProps extends Pick<HeadFilterProps, 'filters' | 'onFilter'> {
  input: SearchInput
  button: HTMLElement
  onClose: (back: boolean) => void
}

function OpenFilter({ input, filters, onFilter, button, onClose }: OpenFilterProps) {
  const { plan, field } = input
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(filters)
  const [place] = useState(() => button.getBoundingClientRect())
  const choices = useChoices(field, input.choices)
  const isChosen = input.chosen
  const isListed = isChosen && choices.length > 0 && choices.length <= MOST_CHOICES

  const closeOutside = useEffectEvent((event: Event) => {
    const target = event.target as Element
    if (!panel.current?.contains(target) && !button.parentElement?.contains(target) && !target.closest(CHOICES)) onClose(false)
  })
  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !panel.current?.contains(event.target as Element)) return
    event.stopPropagation()
    onClose(true)
  })
  const begin = useEffectEvent(() => {
    if (isListed) return
    const control = panel.current?.querySelector<HTMLElement>('input, [role=combobox], button')
    control?.focus()
    // A control that offers choices opens them at once.
    if (isChosen) control?.click()
  })
  useEffect(() => {
    begin()
    const close = (event: Event): void => closeOutside(event)
    const closeKey = (event: KeyboardEvent): void => closeByKey(event)
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', closeKey)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', closeKey)
    }
  }, [])

  const names = parametersOf(plan)
  const others = Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)))
  const isUsed = names.some((name) => filters[name] !== undefined)
  function apply(asked: Readonly<Record<string, unknown>>): void {
    onFilter({ ...others, ...cleanFilters(Object.fromEntries(names.map((name) => [name, asked[name]]))) })
  }
  /** One choice is all that is asked; of several each is shown at once, and the filter stays for the next. */
  function change(changes: Readonly<Record<string, unknown>>): void {
    const changed = { ...values, ...changes }
    setValues(changed)
    if (!isChosen) return
    if (!field.multiple) onClose(true)
    apply(changed)
  }
  function toggle(value: string): void {
    const chosen = codesOf(values[plan.name])
    const without = chosen.filter((code) => code !== value)
    const isAdded = without.length === chosen.length
    if (field.multiple) change({ [plan.name]: isAdded ? [...chosen, value] : without })
    else change({ [plan.name]: isAdded ? fieldTypeOf(field).fromAddress(value) : null })
  }
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={say('table.filter', { title: plan.title })}
      className="engine-head-panel"
      style={{ insetInlineStart: `min(${place.left}px, calc(100vw - 300px))`, insetBlockStart: `${place.bottom + 4}px` }}
    >
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          onClose(true)
          apply(values)
        }}
      >
        {isListed ? (
          <HeadChoices choices={choices} chosen={codesOf(values[plan.name])} onToggle={toggle} />
        ) : (
          <SearchItem input={input} id={`${id}-value`} values={values} onChange={change} />
        )}
        {(isUsed || !isChosen) && (
          <div className="engine-head-panel-buttons">
            <Button
              onClick={() => {
                onClose(true)
                onFilter(others)
              }}
            >
              {messages['table.unfilter']}
            </Button>
            {!isChosen && (
              <Button type="submit" look="primary">
                {messages['list.query']}
              </Button>
            )}
          </div>
        )}
      </form>
    </div>
  )
}
