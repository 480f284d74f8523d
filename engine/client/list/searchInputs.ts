import type { FieldPlan, BrowserScreenPlan, SearchPlan } from '../../core/plan'
import { optionsLoader } from '../data/options'
import type { Choice, InputProps, LoadOptions } from '../fields/definition'
import { TextInput } from '../fields/controls/TextInput'
import type { FieldRegistry } from '../fields/registry'
import { messages } from '../messages'
import type { Request } from '../request'
import type { ComponentType } from 'react'

/** One item of a search form, settled once per page. */
export interface SearchInput {
  plan: SearchPlan
  kind: 'one' | 'days' | 'numbers'
  field: FieldPlan
  Input: ComponentType<InputProps>
  choices?: readonly Choice[]
  loadOptions?: LoadOptions
}

interface SearchInputsContext {
  screen: BrowserScreenPlan
  fields: FieldRegistry
  request: Request
}

const MAX_TEXT = 200
const yesNo: readonly Choice[] = [
  { value: 'true', label: messages.yes },
  { value: 'false', label: messages.no },
]

export function searchInputs(items: readonly SearchPlan[], { screen, fields, request }: SearchInputsContext): SearchInput[] {
  const states = Object.values(screen.states ?? {}).map(({ code, title }) => ({ value: code, label: title }))
  return items.map((plan) => {
    const { field, as } = plan
    // What is searched by is one value, or several when the search says so, and is bound by no rule of the field.
    const searched: FieldPlan = { ...field, multiple: as === 'multiple', min: undefined, max: undefined, maxLength: MAX_TEXT }
    const isText = as === 'contains'
    return {
      plan,
      kind: as !== 'range' ? 'one' : field.type === 'date' || field.type === 'dateTime' ? 'days' : 'numbers',
      field: searched,
      Input: isText ? TextInput : fields.of(field).Input,
      choices: field.type === 'switch' ? yesNo : field.type === 'status' ? states : undefined,
      loadOptions: field.ref && !isText ? optionsLoader(request, screen.base, `search:${field.name}`) : undefined,
    }
  })
}
