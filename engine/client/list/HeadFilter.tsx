import { useEffect, useEffectEvent, useId, useImperativeHandle, useMemo, useRef, useState, type FormEvent, type Ref } from 'react'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import { useServices } from '../context'
import { cleanFilters, parametersOf, type Filters } from '../data/listState'
import { messages, say } from '../messages'
import { Button } from '../ui/Button'
import { filterOfColumn } from './cellFilters'
import { SearchItem } from './SearchItem'
import { searchInputs } from './searchInputs'

export interface HeadFilterHandle {
  /** @param button in the head of the column; gets the focus back */
  open: (column: string, button: HTMLElement) => void
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

/** The search of one column below its title: the same control and the same state as in the search form. It draws itself alone. */
export function HeadFilter({ ref, ...props }: HeadFilterProps) {
  const [opened, setOpened] = useState<{ column: string; button: HTMLElement }>()
  useImperativeHandle(ref, () => ({ open: (column, button) => setOpened({ column, button }) }), [])
  if (!opened) return null
  return (
    <OpenFilter
      key={opened.column}
      {...props}
      {...opened}
      onClose={(back) => {
        setOpened(undefined)
        if (back) opened.button.focus()
      }}
    />
  )
}

interface OpenFilterProps extends Omit<HeadFilterProps, 'ref'> {
  column: string
  button: HTMLElement
  onClose: (back: boolean) => void
}

function OpenFilter({ screen, page, filters, onFilter, column, button, onClose }: OpenFilterProps) {
  const { request } = useServices()
  const id = useId()
  const panel = useRef<HTMLFormElement>(null)
  const plan = page.columns.find(({ key }) => key === column)
  const item = plan && filterOfColumn(page, plan)
  const [input] = useMemo(() => searchInputs(item ? [item] : [], { screen, request }), [item, screen, request])
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(filters)
  const [place] = useState(() => button.getBoundingClientRect())

  const closeOutside = useEffectEvent((event: Event) => {
    const target = event.target as Element
    if (!panel.current?.contains(target) && !target.closest(CHOICES)) onClose(false)
  })
  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !panel.current?.contains(event.target as Element)) return
    event.stopPropagation()
    onClose(true)
  })
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('input, [role=combobox], button')?.focus()
    const close = (event: Event): void => closeOutside(event)
    const closeKey = (event: KeyboardEvent): void => closeByKey(event)
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', closeKey)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', closeKey)
    }
  }, [])
  if (!input || !item) return null

  const names = parametersOf(item)
  const others = Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)))
  function ask(event: FormEvent): void {
    event.preventDefault()
    onClose(true)
    onFilter({ ...others, ...cleanFilters(Object.fromEntries(names.map((name) => [name, values[name]]))) })
  }
  return (
    <form
      ref={panel}
      role="dialog"
      aria-label={say('table.filter', { title: item.title })}
      className="engine-head-panel"
      style={{ insetInlineStart: `min(${place.left}px, calc(100vw - 300px))`, insetBlockStart: `${place.bottom + 4}px` }}
      onSubmit={ask}
    >
      <SearchItem input={input} id={`${id}-value`} values={values} onChange={(changes) => setValues((now) => ({ ...now, ...changes }))} />
      <div className="engine-head-panel-buttons">
        <Button
          onClick={() => {
            onClose(true)
            onFilter(others)
          }}
        >
          {messages['table.unfilter']}
        </Button>
        <Button type="submit" look="primary">
          {messages['list.query']}
        </Button>
      </div>
    </form>
  )
}
