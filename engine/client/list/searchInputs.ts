import type { FieldPlan, BrowserScreenPlan, SearchPlan } from '../../core/plan'
import { optionsLoader } from '../data/options'
import { fieldTypeOf } from '../fields'
import type { Choice, InputProps, LoadOptions } from '../fieldDefinition'
import { TextInput } from '../fields/controls/TextInput'
import type { Request } from '../request'
import type { ComponentType } from 'react'

/** One item of a search form, settled once per page. */
export interface SearchInput {
  plan: SearchPlan
  kind: 'one' | 'days' | 'twice'
  field: FieldPlan
  Input: ComponentType<InputProps>
  /** Its value is chosen and never typed. */
  chosen: boolean
  choices?: readonly Choice[]
  loadOptions?: LoadOptions
}

interface SearchInputsContext {
  screen: BrowserScreenPlan
  request: Request
}

const chosenTypes: ReadonlySet<FieldPlan['type']> = new Set(['select', 'status', 'switch', 'kind', 'ref'])

const MAX_TEXT = 200

export function searchInputs(items: readonly SearchPlan[], { screen, request }: SearchInputsContext): SearchInput[] {
  const states = Object.values(screen.states ?? {}).map(({ code, title }) => ({ value: code, label: title }))
  return items.map((plan) => {
    const { field, as } = plan
    // What is searched by is one value, or several when the search says so, and is bound by no rule of the field.
    const searched: FieldPlan = { ...field, multiple: as === 'multiple', min: undefined, max: undefined, maxLength: MAX_TEXT }
    const isText = as === 'contains' || as === 'begins' || as === 'few'
    const type = fieldTypeOf(field)
    return {
      plan,
      kind: as === 'range' ? type.range : 'one',
      field: searched,
      Input: isText ? TextInput : type.Input,
      chosen: !isText && chosenTypes.has(field.type),
      choices: type.searchChoices(states),
      loadOptions: field.ref && !isText ? optionsLoader(request, screen.base, `search:${field.name}`) : undefined,
    }
  })
}
