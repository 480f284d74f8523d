import { Select } from 'antd'
import { Fragment, useId, useMemo, type KeyboardEvent, type ReactNode } from 'react'
import { messageText } from '../../../core/messages'
import { messages } from '../../messages'
import type { Choice, InputProps } from '../../fieldDefinition'
import type { Awakening } from '../../ui/wakeUp'
import { clearIcon } from './clearIcon'
import './select.css'

export interface SelectControlProps {
  props: InputProps
  awakening: Awakening | undefined
  choices: readonly Choice[]
  /** The text that the choices were searched by, where one of them can be taken. */
  listedFor?: string
  /** Codes, or null. */
  value: string | string[] | null
  onChange: (value: string | string[] | null) => void
  placeholder: string
  loading?: boolean
  /** The server searches; without it the choices are searched by their labels. */
  onSearch?: (keyword: string) => void
  onOpen?: () => void
  /** What an empty list says. */
  empty?: string
}

/** antd's own word for it is English whatever the locale. */
const clearing = { label: messages['input.clear'], clearIcon }

/** antd's select, loaded when the first look-alike is touched. */
export function SelectControl(control: SelectControlProps) {
  const {
    props,
    awakening,
    choices,
    listedFor,
    value,
    onChange,
    placeholder,
    loading,
    onSearch,
    onOpen,
    empty = messages['input.noChoices'],
  } = control
  const chosenId = useId()
  const options = useMemo(() => withRefused(choices), [choices])
  const codes = Array.isArray(value) ? value : value === null ? [] : [value]
  const chosen = codes.map((code) => choices.find((choice) => choice.value === code)?.label ?? code).join(messages.enumerate)
  const select = (
    <Select
      id={props.id}
      className="engine-awake"
      mode={props.field.multiple ? 'multiple' : undefined}
      maxTagCount="responsive"
      allowClear={clearing}
      autoFocus={awakening !== 'hover'}
      defaultOpen={awakening === 'press'}
      disabled={props.disabled}
      status={props.invalid ? 'error' : undefined}
      aria-invalid={props.invalid || undefined}
      aria-describedby={[chosen && chosenId, props.describedBy].filter(Boolean).join(' ') || undefined}
      aria-label={props.label}
      placeholder={placeholder}
      options={options as Choice[]}
      popupMatchSelectWidth={!choices.some(({ about, refused }) => (about ?? refused) !== undefined)}
      value={value}
      loading={loading}
      notFoundContent={empty}
      showSearch={onSearch ? { filterOption: false, onSearch } : { filterOption: matches }}
      optionRender={({ data }) => labelWithHint(data)}
      onOpenChange={(open) => open && onOpen?.()}
      onChange={(chosen) => onChange(Array.isArray(chosen) && chosen.length === 0 ? null : (chosen ?? null))}
      onBlur={props.onBlur}
    />
  )
  function clear({ key, target }: KeyboardEvent): void {
    // Of several, Backspace takes the last one, which antd does.
    if (key !== 'Delete' && (key !== 'Backspace' || props.field.multiple)) return
    if (!(target instanceof HTMLInputElement) || target.value !== '' || target.getAttribute('aria-expanded') === 'true') return
    if (codes.length > 0 && !props.disabled) onChange(null)
  }
  return (
    <span
      role="presentation"
      className="engine-keys"
      data-listed-for={listedFor}
      onKeyDownCapture={props.field.multiple ? leaveWithTab : undefined}
      onKeyDown={clear}
    >
      {select}
      {/* antd shows what is chosen beside its input, which is empty to a screen reader. */}
      <span id={chosenId} hidden>
        {chosen}
      </span>
    </span>
  )
}

/** antd would take Tab for another choice of the entry that was chosen last, which takes it back. */
function leaveWithTab(event: KeyboardEvent): void {
  if (event.key === 'Tab') event.stopPropagation()
}

/** What cannot be chosen stands in the list, with its reason. */
function withRefused(choices: readonly Choice[]): readonly Choice[] {
  if (choices.every(({ refused }) => refused === undefined)) return choices
  return choices.map((choice) => (choice.refused === undefined ? choice : { ...choice, disabled: true, title: choice.refused }))
}

function labelWithHint({ label, hint, about, refused }: Choice) {
  if (hint === undefined && about === undefined && refused === undefined) return label
  return (
    <>
      {label}
      {hint !== undefined && <span className="engine-option-hint">{hint}</span>}
      {refused !== undefined ? (
        <span className="engine-option-about">{refused}</span>
      ) : (
        about !== undefined && <span className="engine-option-about">{inParts(about)}</span>
      )}
    </>
  )
}

/** What a choice is about in parts that a narrow list does not break. */
function inParts(about: string): ReactNode {
  const separator = messageText('summary.separator')
  const parts = about.split(separator)
  return parts.map((part, index) => (
    <Fragment key={index}>
      <span>{part}</span>
      {index < parts.length - 1 && separator}
    </Fragment>
  ))
}

function matches(keyword: string, choice?: Choice): boolean {
  const sought = keyword.trim().toLowerCase()
  return [choice?.label, choice?.value].some((text) => text?.toLowerCase().includes(sought))
}
