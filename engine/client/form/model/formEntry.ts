import { isBlank, isTyped, sameValue } from '../../../core/fields'
import { followed, followersOf, literalDefault } from '../../../core/record/defaults'
import { computeFormulas, isComputed } from '../../../core/record/formulas'
import { consequences, dependsOn, filledBy, filledChoice } from '../../../core/record/references'
import { rowsOf, type Fields, type Values } from '../../../core/record/values'
import type { Option } from '../../../core/wire'
import type { FormCore } from './formCore'
import type { FormMarks } from './formMarks'
import type { FormItem, FormModel } from './formModel'
import { batch, toJS } from './formily'
import type { FormValues } from './formValues'

/** What the user does to the values of a form, and what follows from it. */
export interface FormEntry extends Pick<FormModel, 'enter' | 'take'> {
  /** Rows were changed: formulas over them, and fields that are compared with them. */
  linesChanged: (name: string) => void
}

export function createFormEntry(core: FormCore, values: FormValues, marks: FormMarks): FormEntry {
  const { form, fields, items, lines, read, wereFilled, base, environment } = core

  /** A field and what its value brings with it; `done` names those that were written. */
  function assign(name: string, value: unknown, chosen: readonly Option[], done: Set<string>): void {
    if (done.has(name)) return
    done.add(name)
    const before = read(name)
    if (!isBlank(before)) wereFilled.add(name)
    if (items.get(name)?.field.display === 'none') core.hasGivenUp = true
    write(name, value)
    const item = items.get(name)
    for (const [target, filled] of Object.entries(item ? consequences(item.plan.field, value, chosen) : {}))
      if (!keepsIts(target)) assign(target, filled ?? literalDefault(fields[target]), filledChoice(chosen, target), done)
    // A reference may fill in the value that the field has already: then what was chosen because of that value stays.
    const plan = item?.plan.field ?? fields[name]
    if (plan && sameValue(plan, toJS(before), value)) return
    for (const { plan: other } of items.values()) {
      if (dependsOn(other.field, name) && !isBlank(read(other.field.name))) assign(other.field.name, null, [], done)
    }
    for (const table of lines.values()) table.recordChanged(name)
  }

  function write(name: string, value: unknown): void {
    const item = items.get(name)
    if (item) void item.field.onInput(value)
    else form.values[name] = value
  }

  /** A hidden field is not sent, so its stored value is not replaced. */
  function keepsIts(name: string): boolean {
    const item = items.get(name)
    return item !== undefined && isUnsent(item) && !isBlank(read(name))
  }

  /** Fields that follow those that were typed, and fields that follow them in turn; one that was typed itself stays. */
  function follow(typed: Set<string>): void {
    for (const follower of followersOf(fields)) {
      const { name } = follower.field
      if (!typed.has(name) && [...follower.sources].some((source) => typed.has(source)))
        assign(name, followed(fields, follower, read, environment), [], typed)
    }
  }

  /** A reference that is chosen may fill a field that the same change hides. Hidden fields keep no values, so those are removed again. */
  function giveUpHidden(): void {
    for (const [name, { field }] of items) if (field.display === 'none' && !isBlank(read(name))) delete form.values[name]
    computeGivenUp()
  }

  /**
   * Formulas are reactions, which run by themselves when a value changes that they read. In one case Formily does not run them: when the value
   * of a hidden field is given up by a reaction while they are waiting for the end of the same change. So all formulas are computed once more
   * after a change that has hidden a field.
   */
  function computeGivenUp(): void {
    if (!core.hasGivenUp) return
    core.hasGivenUp = false
    const known = values.known()
    const result = values.all()
    computeFormulas(known, result, environment)
    batch(() => {
      writeComputed(known.fields, result, form.values)
      for (const [name, table] of lines) {
        const rows = rowsOf(result, name)
        table.rows().forEach((row, index) => writeComputed(table.known.fields, rows[index] ?? {}, row))
      }
    })
  }

  /** By name the values of fields that are not shown in a stored record, so that nothing is sent of them. */
  function unsent(): Map<string, unknown> {
    if (base.isNew) return new Map()
    return new Map([...items].filter(([, item]) => isUnsent(item)).map(([name]) => [name, read(name)]))
  }

  /**
   * Puts the values of `unsent` back where the fields are still not shown, because the server keeps them as well. Fields that the chosen reference
   * fills are left out: the server fills those, too.
   */
  function keepUnsent(before: ReadonlyMap<string, unknown>, entered: string): void {
    const item = items.get(entered)
    const filled = filledBy(item ? [item.plan.field] : [], form.values)
    for (const [name, value] of before) {
      const item = items.get(name)
      if (item && isUnsent(item) && !filled.has(name) && !sameValue(item.plan.field, read(name), value)) form.values[name] = value
    }
  }

  return {
    enter(name, value, chosen = []) {
      const before = unsent()
      batch(() => {
        const typed = new Set<string>()
        assign(name, value, chosen, typed)
        follow(typed)
        marks.recheckChanged(typed)
      })
      giveUpHidden()
      keepUnsent(before, name)
      marks.recheckComputed()
      form.notify('onFormInputChange')
    },
    take(brought) {
      batch(() => {
        const typed = new Set<string>()
        for (const [name, value] of Object.entries(brought)) {
          const table = lines.get(name)
          if (table) table.take(rowsOf(brought, name))
          else {
            write(name, value)
            typed.add(name)
          }
        }
        marks.recheckChanged(typed)
      })
      giveUpHidden()
      marks.recheckComputed()
      form.notify('onFormInputChange')
    },
    linesChanged(name) {
      computeGivenUp()
      marks.recheckChanged(new Set([name]))
      marks.recheckComputed()
    },
  }
}

/** A field that is not shown in a stored record: nothing is sent of it. */
function isUnsent({ plan, field }: FormItem): boolean {
  return isTyped(plan.field) && field.display === 'hidden'
}

function writeComputed(of: Fields, from: Values, into: Values): void {
  for (const field of Object.values(of))
    if (isComputed(field) && !sameValue(field, into[field.name], from[field.name])) into[field.name] = from[field.name]
}
