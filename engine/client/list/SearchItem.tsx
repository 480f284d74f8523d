import { DateRangeInput } from '../fields/controls/DateRangeInput'
import { messages, say } from '../messages'
import type { SearchInput } from './searchInputs'

interface SearchItemProps {
  input: SearchInput
  id: string
  values: Readonly<Record<string, unknown>>
  onChange: (values: Readonly<Record<string, unknown>>) => void
}

/** Label and input of one search value, or of a range. */
export function SearchItem({ input, id, values, onChange }: SearchItemProps) {
  const { plan, kind } = input
  return (
    <div className="engine-search-item">
      <label htmlFor={id} title={plan.title}>
        {plan.title}
      </label>
      <div className="engine-search-input" data-needs={kind === 'one' ? (input.field.type === 'date' ? 'day' : undefined) : 'range'}>
        {kind === 'one' && <OneValue input={input} id={id} values={values} onChange={onChange} />}
        {kind === 'days' && <Days input={input} id={id} values={values} onChange={onChange} />}
        {kind === 'twice' && <Twice input={input} id={id} values={values} onChange={onChange} />}
      </div>
    </div>
  )
}

function OneValue({ input, id, values, onChange }: SearchItemProps) {
  const { plan, Input, field, choices, loadOptions } = input
  return (
    <Input
      id={id}
      field={field}
      value={values[plan.name] ?? null}
      choices={choices}
      loadOptions={loadOptions}
      {...(plan.as === 'begins' ? { placeholder: messages['input.begins'] } : {})}
      onChange={(value) => onChange({ [plan.name]: value })}
    />
  )
}

function Days({ input, id, values, onChange }: SearchItemProps) {
  const { plan, field } = input
  const [start, end] = [`${plan.name}Start`, `${plan.name}End`]
  return (
    <DateRangeInput
      props={{ id, field, value: null, onChange: () => undefined }}
      from={textOf(values[start])}
      to={textOf(values[end])}
      onChange={(from, to) => onChange({ [start]: from, [end]: to })}
    />
  )
}

function Twice({ input, id, values, onChange }: SearchItemProps) {
  const { plan, Input, field } = input
  const [start, end] = [`${plan.name}Start`, `${plan.name}End`]
  return (
    <span className="engine-search-range">
      <Input
        id={id}
        field={field}
        value={values[start] ?? null}
        label={say('input.rangeFrom', { title: plan.title })}
        placeholder={messages['input.least']}
        onChange={(value) => onChange({ [start]: value })}
      />
      <span aria-hidden="true">~</span>
      <Input
        field={field}
        value={values[end] ?? null}
        label={say('input.rangeTo', { title: plan.title })}
        placeholder={messages['input.most']}
        onChange={(value) => onChange({ [end]: value })}
      />
    </span>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
