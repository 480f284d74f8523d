import type { ComponentType, ReactNode } from 'react'
import { displayOf, isAttached, isBlank } from '../../../core/fields'
import type { FieldPlan, FormItemPlan, SummaryPlan } from '../../../core/plan'
import { narrowedBy, narrowing } from '../../../core/record/references'
import { besideOf, chosenCodes, countedText, unitOf } from '../../../core/record/summary'
import type { Read } from '../../../core/record/scope'
import type { Values } from '../../../core/record/values'
import type { Option } from '../../../core/wire'
import type { ClientExtensions, EngineServices } from '../../context'
import { optionsLoader } from '../../data/options'
import type { Cell, FieldContext, InputProps, LoadOptions } from '../../fieldDefinition'
import { formatText } from '../../fields/formatText'
import { cellOf, fieldTypeOf } from '../../fields'
import { asColumn } from './column'
import { fillFirst, unfilled } from './fillFirst'
import { toJS } from './formily'
import type { LinesModel, Row } from './linesModel'
import type { FormModel } from './formModel'

export interface FormViewSetup {
  model: FormModel
  services: Pick<EngineServices, 'request' | 'extensions'>
  /** Dictionaries and states. */
  context: FieldContext
  /** Endpoint whose `options` are asked, and what stands before the field's name in their key (`approve:` for a dialog). */
  base: string
  optionsPrefix?: string
  /** In place of the input of `files` fields, where files are not part of what is sent. */
  filesInput?: ComponentType<InputProps>
  /** In what the amounts of the record are counted. */
  summary?: Pick<SummaryPlan, 'unit'> | undefined
  /** The record that a dialog is about, for the fields that its form does not have. */
  about?: Values | undefined
  /** Unique on the page; ids of inputs begin with it. */
  id: string
}

/** What the parts of a form draw with, settled once when the form opens. It never changes, so that it can be passed down freely. */
export interface FormView {
  readonly model: FormModel
  readonly context: FieldContext
  /** Id of the input of a field. */
  idOf: (name: string) => string
  cellIdOf: (lines: LinesModel, row: Row, name: string) => string
  inputOf: (field: FieldPlan, as?: string) => ComponentType<InputProps> | undefined
  /** Names of the inputs that a field could have been given by `as`. */
  knownInputs: readonly string[]
  /** In what a number is counted that is typed, of the form or with `read` of a row; what the field says itself is not said again. */
  unitOf: (field: FieldPlan, read?: Read) => string
  /** A text whose codes are chosen as the form is filled now, as the choice that it is. */
  choiceOf: (field: FieldPlan) => FieldPlan | undefined
  /** How a value is shown where it cannot be typed. */
  textOf: (field: FieldPlan) => (read: Read) => ReactNode
  loadOptions: (field: FieldPlan) => LoadOptions | undefined
  /** Names what has to be filled before there are choices; undefined when all of it is. */
  noChoices: (field: FieldPlan) => () => string | undefined
  /** The user fills a field: the form takes the value, and then what the field brings with it. */
  enter: (item: FormItemPlan, value: unknown, chosen?: readonly Option[]) => void
  /** Asks for what a field brings with its value, and takes it over. */
  bring: (item: FormItemPlan, value: unknown) => Promise<void>
  loadLineOptions: (lines: LinesModel, row: Row, field: FieldPlan) => LoadOptions | undefined
  noLineChoices: (lines: LinesModel, row: Row, field: FieldPlan) => () => string | undefined
}

export function createFormView(setup: FormViewSetup): FormView {
  const { model, services, context, base, optionsPrefix = '', filesInput, summary, about = {}, id } = setup
  const { request, extensions } = services
  const ofFields = new Map<string, LoadOptions>()
  const ofRows = new WeakMap<Row, Map<string, LoadOptions>>()
  const texts = new Map<FieldPlan, (read: Read) => ReactNode>()

  async function bring({ field: { name }, brings: url }: FormItemPlan, value: unknown): Promise<void> {
    if (url === undefined || isBlank(value)) return
    const result = await request<Values>({ method: 'GET', url, values: { [name]: value } })
    // Another choice may have been made meanwhile; the request has told the user why it failed.
    if (result.success && toJS(model.read(name)) === value) model.take(result.body)
  }

  return {
    model,
    context,
    idOf: (name) => `${id}-${name}`,
    cellIdOf: (lines, row, name) => `${id}-${lines.plan.name}-${lines.keyOf(row)}-${name}`,
    inputOf: (field, as) => (isAttached(field) && !field.waits && filesInput ? filesInput : inputOf(field, as, extensions)),
    knownInputs: Object.keys(extensions.inputs),
    unitOf(field, read = (name) => model.read(name) ?? about[name]) {
      const { unit } = summary ?? {}
      const names = [field.unitFrom, unit?.name, unit && displayOf(unit)].filter((name) => name !== undefined)
      return unitOf({ unit }, field, Object.fromEntries(names.map((name) => [name, toJS(read(name))])), context)
    },
    choiceOf: (field) => field.codes && chosenCodes(field, { [field.codes.from]: toJS(model.read(field.codes.from)) }),
    textOf: (field) => remembered(texts, field, () => textOf(field, context)),
    loadOptions(field) {
      if (!field.ref && !field.mixed) return undefined
      return remembered(ofFields, field.name, () =>
        optionsLoader(request, base, `${optionsPrefix}${field.name}`, () => narrowing(field, model.read)),
      )
    },
    noChoices: (field) => () => fillFirst(unfilled(model, narrowedBy(field), model.read)),
    enter(item, value, chosen) {
      model.enter(item.field.name, value, chosen)
      void bring(item, value)
    },
    bring,
    loadLineOptions(lines, row, field) {
      if (!field.ref && !field.mixed) return undefined
      const ofRow = remembered(ofRows, row, () => new Map<string, LoadOptions>())
      return remembered(ofRow, field.name, () =>
        optionsLoader(request, base, `${optionsPrefix}${lines.plan.name}.${field.name}`, () => narrowing(field, lines.readOf(row))),
      )
    },
    noLineChoices: (lines, row, field) => () => fillFirst(unfilled(model, narrowedBy(field), lines.readOf(row), lines.plan)),
  }
}

/** A structured value has no input but the one that the product registered for its shape. */
function inputOf(field: FieldPlan, as: string | undefined, { inputs }: ClientExtensions): ComponentType<InputProps> | undefined {
  const inputName = as ?? field.shape
  if (inputName !== undefined && Object.hasOwn(inputs, inputName)) return inputs[inputName]
  return as === undefined ? fieldTypeOf(field).Input : undefined
}

function textOf(field: FieldPlan, context: FieldContext): (read: Read) => ReactNode {
  const { name } = field
  const display = displayOf(field) ?? field.ref?.display
  if (display !== undefined) return (read) => formatText(toJS(read(display) ?? read(name)))
  const beside = besideOf(field)
  if (beside !== undefined) return (read) => countedText(field, { [beside]: toJS(read(beside)) }, context)(toJS(read(name)))
  const draw: Cell = cellOf(asColumn(field), context)
  return (read) => {
    const value = toJS(read(name))
    return draw(value, { id: '', [name]: value })
  }
}

function remembered<Key, Value>(
  map: { get: (key: Key) => Value | undefined; set: (key: Key, value: Value) => unknown },
  key: Key,
  make: () => Value,
): Value {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
