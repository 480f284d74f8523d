import { isBlank, isMultiple, targetsOf } from '../../../core/fields'
import type { FieldPlan } from '../../../core/plan'
import { checkValue } from '../../../core/record/check'
import { dependsOn } from '../../../core/record/references'
import type { Option } from '../../../core/wire'
import { fieldTypeOf } from '../../fields'
import type { Given } from '../../pageAddress'
import type { FormView } from './formView'
import type { FormItem, FormModel } from './formModel'
import { valueChecks, type Formats } from './valueChecks'

/**
 * Fills a new form as if the user had typed the values: a reference must be one that may be chosen here, and fills and brings what it
 * does when it is chosen. Returns the titles of the fields that did not take theirs.
 */
export async function fillGiven(view: FormView, given: Given, formats: Formats): Promise<string[]> {
  const refused: string[] = []
  for (const item of inChoosingOrder(view.model, Object.keys(given))) {
    const { field } = item.plan
    if (!(await fill(view, item, given[field.name] ?? '', formats))) refused.push(field.title)
  }
  return refused
}

async function fill(view: FormView, { plan, field: { visible, editable } }: FormItem, text: string, formats: Formats): Promise<boolean> {
  const { field } = plan
  const { model } = view
  const value = readGiven(field, text)
  if (field.readOnly || !visible || !editable || isBlank(value)) return false
  if (checkValue(field, value, false, valueChecks(formats))) return false
  const chosen = (field.ref ?? field.mixed) ? await choices(view, field, value) : []
  if (!chosen) return false
  model.enter(field.name, value, chosen)
  await view.bring(plan, value)
  return true
}

/** The rows that a reference names; undefined when not all of them may be chosen. */
async function choices(view: FormView, field: FieldPlan, value: unknown): Promise<Option[] | undefined> {
  const values = [value].flat().map(String)
  try {
    const options = (await view.loadOptions(field)?.({ values, signal: new AbortController().signal })) ?? []
    const chosen = values.flatMap((each) => options.find((option) => option.value === each) ?? [])
    return chosen.length === values.length ? chosen : undefined
  } catch {
    // Whatever the reason, the form says that the value is not in it.
    return undefined
  }
}

/** The value that a text stands for on the wire; null when the field has no such values. Whether it fits is for the check. */
function readGiven(field: FieldPlan, text: string): unknown {
  const { given } = fieldTypeOf(field)
  const typed = text.trim()
  if (!isMultiple(field)) return given(field, typed)
  return typed.split(',').flatMap((item) => (item === '' ? [] : [given(field, item)]))
}

function isFilledBy(reference: FieldPlan | undefined, name: string): boolean {
  return reference !== undefined && targetsOf(reference).some(({ fill = {} }) => Object.hasOwn(fill, name))
}

/** Fields that narrow or fill another one come before it. */
function inChoosingOrder({ items }: FormModel, names: readonly string[]): FormItem[] {
  const ordered = new Set<FormItem>()
  const visited = new Set<string>()
  const visit = (name: string): void => {
    const item = items.get(name)
    if (!item || visited.has(name)) return
    visited.add(name)
    const { field } = item.plan
    for (const other of names) {
      const fills = isFilledBy(items.get(other)?.plan.field, name)
      if (fills || dependsOn(field, other)) visit(other)
    }
    ordered.add(item)
  }
  names.forEach(visit)
  return [...ordered]
}
