import { displayOf, isAttached, isBlank, isTyped, sameValue } from '../../../core/fields'
import type { Expression } from '../../../core/expression'
import type { LinesPlan } from '../../../core/plan'
import { checkRowCount, checkValue, isRequired, type CheckContext } from '../../../core/record/check'
import { complete, followed, followersOf, literalDefault } from '../../../core/record/defaults'
import { computed, computedColumns, isComputed, withKnownFormulas } from '../../../core/record/formulas'
import { Problems } from '../../../core/record/problems'
import { chosenIn, consequences, dependsOn, filledChoice } from '../../../core/record/references'
import { isOwnName, namesBeyond, readOfRow, touch, type Read } from '../../../core/record/scope'
import { rowsOf, type Values } from '../../../core/record/values'
import type { FieldProblem, Option } from '../../../core/wire'
import { namesOf, type LinesState } from './carryOver'
import { batch, observable, raw, toJS, untracked, type ArrayField, type Form } from './formily'
import { withoutRow } from './problemText'

/** A row of the form's values, observable. */
export type Row = Values

/** A value to be written into one cell. */
export interface Entry {
  row: Row
  name: string
  value: unknown
  /** The choices that the value was taken from, which fill other cells. */
  chosen: readonly Option[]
}

export interface LinesModel {
  readonly plan: LinesPlan
  readonly field: ArrayField
  /** The table as far as this form can compute it. */
  readonly known: LinesPlan
  /** Tracked; the table draws from it. */
  rows: () => Row[]
  /** A name for the row that stays when rows around it come and go. */
  keyOf: (row: Row) => number
  /** Where the row is now, -1 when it is gone. Tracked by the number of rows alone. */
  indexOf: (row: Row) => number
  readOf: (row: Row) => Read
  enter: (row: Row, name: string, value: unknown, chosen?: readonly Option[]) => void
  /** Several as one change: whoever follows what is typed reads the whole form after each. */
  enterAll: (entries: readonly Entry[]) => void
  leave: (row: Row, name: string) => void
  /** Takes back that the cell was filled: a scanned code was in it for a moment, and leaving it empty again is no mistake. */
  untouch: (row: Row, name: string) => void
  /** Texts of cells that are wrong; tracked cell by cell. */
  problemOf: (row: Row, name: string) => string | undefined
  /** What something beside the table says of cells, by `cellOf`: it stands next to them and keeps nobody from saving. */
  note: (notes: ReadonlyMap<string, string>) => void
  /** Tracked cell by cell. */
  noteOf: (row: Row, name: string) => string | undefined
  /** Name of a cell among all. */
  cellOf: (row: Row, name: string) => string
  /** Adds rows with these values over the defaults; answers the new rows. Fewer when the table is full. */
  insert: (at: number, values: readonly Values[]) => Row[]
  remove: (index: number) => Row | undefined
  /** Fills cells that are empty, in all rows, each by its formula; answers how many rows were filled. */
  fillEmpty: (formulas: Readonly<Record<string, Expression>>) => number
  /** Puts a row in another place. */
  move: (from: number, to: number) => void
  /** Enters in a row what another has in this column, with what choosing it there has brought. */
  fillFrom: (source: Row, row: Row, name: string) => void
  /** Puts a removed row back as it was. */
  restore: (at: number, row: Row) => void
  /** A copy of the row as it would be typed anew: no id. */
  copyOf: (row: Row) => Values
  room: () => number
  /** Writes values into rows from an index on, and into new rows where the table ends. */
  fill: (from: number, values: readonly Values[]) => void
  /** Takes away these rows. */
  drop: (gone: readonly Row[]) => void
  /** Takes away rows that were added and never filled. */
  dropUntouched: () => void
  /** Puts the rows of a merge in the place of all. */
  replace: (rows: readonly Values[]) => void
  /** Puts these rows, as if they were typed, in the place of all. */
  take: (rows: readonly Values[]) => void
  /** The user has changed a field of the record: choices of rows that it narrows are void. */
  recordChanged: (name: string) => void
  mark: (problems: readonly FieldProblem[]) => FieldProblem[]
  /** Sets the error of a cell for its present value. */
  say: (row: Row, name: string, text: string) => void
  /** What is marked now was found elsewhere: each mark stays until the value of its cell changes. */
  keepMarks: () => void
  /**
   * Takes over what the server has computed of these rows, in their order, and marks what it has found in cells that nothing else was found in.
   * What is typed, and what the form computes itself, stays.
   */
  show: (asked: readonly Row[], computed: readonly Values[], found: readonly FieldProblem[]) => void
  /** What the table of a form with another plan goes on from. */
  state: () => LinesState
}

interface Setup {
  form: Form
  plan: LinesPlan
  context: CheckContext
  readRecord: Read
  /** The same while a change is being taken in, when formulas of the record are not computed yet. */
  fresh: Read
  /** The form knows this field of the record. */
  inForm: (name: string) => boolean
  /** The rows that are there begin with the defaults of what they do not have yet: columns that only a dialog asks for. */
  isFresh: boolean
  /** The same table in the form whose place this one takes. */
  last?: LinesState | undefined
  /** Called after the user has changed rows, when the formulas that depend on them have run. */
  onChanged: () => void
}

let lastKey = 0
const keys = new WeakMap<object, number>()

export function createLinesModel({ form, plan, context, readRecord, fresh, inForm, isFresh, last, onChanged }: Setup): LinesModel {
  const { environment } = context
  const fields = Object.values(plan.fields)
  const columns = withKnownFormulas(plan.fields, (formula) => namesBeyond(plan.fields, formula), inForm)
  const formulas = computedColumns(columns)
  const overRecord = formulas.filter((each) => namesBeyond(columns, each.value).length > 0)
  const values = form.values as Values
  if (!Array.isArray(values[plan.name])) values[plan.name] = []
  const field = form.createArrayField({
    name: plan.name,
    title: plan.title,
    // Formulas of rows that read the record run again when the record changes, and only then.
    reactions:
      overRecord.length === 0
        ? []
        : [
            () => {
              for (const { value } of overRecord) touch(value, readBeyond)
              untracked(() => rows().forEach(compute))
            },
          ],
  }) as ArrayField
  for (const [index, key] of last?.keys.entries() ?? []) keys.set(raw(rows()[index] ?? {}), key)
  for (const row of rows()) {
    if (!isFresh && !(last && isBlank(row['id']))) continue
    completeRow(row, namesOf(last))
    compute(row)
  }
  /** `<row key>.<field>` → text. Shallow: each cell reads its own entry. */
  const problems = observable.shallow<Record<string, string | undefined>>({})

  const notes = observable.shallow<Record<string, string | undefined>>({})

  /** Cells that had a value when another was entered. */
  const wereFilled = new Set<string>(last?.wereFilled)

  /** What a row that was added without values began with. The defaults over the record may be others since. */
  const begun = new WeakMap<object, Values>()

  /**
   * Rows that stay, though they have no more than the defaults: into which something was pasted that was not understood, which is only said in a
   * mark; and those of a merge, in which only rows were left that were filled.
   */
  const lasting = new WeakSet<object>()

  /** Cell → what was found of it elsewhere, and of which value. */
  const reported = new Map<string, { text: string; value: unknown }>(last?.reported)

  /** What the server alone has found, by cell. */
  const foundByServer = new Map<string, string>()

  // What was marked before stays marked, unless the plan has mended it.
  for (const row of last ? rows() : [])
    for (const { name } of fields) {
      const text = last?.marks.get(cellKey(row, name))
      if (text === undefined) continue
      setProblem(cellKey(row, name), text)
      if (!isStillReported(row, name)) leave(row, name)
    }

  function rows(): Row[] {
    return rowsOf(values, plan.name)
  }

  function readOf(row: Row): Read {
    return readOfRow(columns, row, readRecord)
  }

  function readBeyond(name: string): unknown {
    return isOwnName(columns, name) ? undefined : readRecord(name)
  }

  function keyOf(row: Row): number {
    const plain = raw(row)
    let key = keys.get(plain)
    if (key === undefined) {
      key = ++lastKey
      keys.set(plain, key)
    }
    return key
  }

  function enter(row: Row, name: string, value: unknown, chosen: readonly Option[] = []): void {
    enterAll([{ row, name, value, chosen }])
  }

  function enterAll(entries: readonly Entry[]): void {
    if (entries.length === 0) return
    batch(() => {
      for (const { row, name, value, chosen } of entries) {
        const typed = new Set<string>()
        assign(row, name, value, chosen, typed)
        follow(row, typed)
        compute(row)
        recheckMarked(row, typed)
      }
    })
    onChanged()
    form.notify('onFormInputChange')
  }

  function assign(row: Row, name: string, value: unknown, chosen: readonly Option[], done: Set<string>): void {
    if (done.has(name)) return
    done.add(name)
    const before: unknown = toJS(row[name])
    if (!isBlank(before)) wereFilled.add(cellKey(row, name))
    row[name] = value
    const cell = plan.fields[name]
    for (const [target, filled] of Object.entries(cell ? consequences(cell, value, chosen) : {}))
      assign(row, target, filled ?? literalDefault(plan.fields[target]), filledChoice(chosen, target), done)
    // As in the form around it.
    if (cell && sameValue(cell, before, value)) return
    for (const other of fields) {
      if (dependsOn(other, name) && !isBlank(row[other.name])) assign(row, other.name, null, [], done)
    }
  }

  function compute(row: Row): void {
    for (const each of formulas) {
      const result = computed(each, readOf(row), environment)
      if (!sameValue(each, row[each.name], result)) row[each.name] = result
    }
  }

  /** Cells that follow those that were typed, and cells that follow them in turn; one that was typed itself stays. */
  function follow(row: Row, typed: Set<string>): void {
    for (const follower of followersOf(columns)) {
      const { name } = follower.field
      if (typed.has(name) || ![...follower.sources].some((source) => typed.has(source))) continue
      row[name] = followed(columns, follower, readOfRow(columns, row, fresh), environment)
      typed.add(name)
    }
  }

  function leave(row: Row, name: string): void {
    const cell = plan.fields[name]
    if (!cell || cell.readOnly) return
    const key = cellKey(row, name)
    // What is yet to be filled is not wrong until the form is sent.
    if ((isBlank(row[name]) && !wereFilled.has(key) && problems[key] === undefined) || isStillReported(row, name)) return
    const found = checkValue(cell, row[name], isRequired(cell, readOf(row), environment), context.checks)
    setProblem(key, found?.detail)
  }

  /** Marked cells of a row in which these were typed; computed ones may have changed with them. */
  function recheckMarked(row: Row, typed: ReadonlySet<string>): void {
    for (const { name, readOnly } of fields) {
      const key = cellKey(row, name)
      if (problems[key] === undefined || isStillReported(row, name)) continue
      if (readOnly && reported.has(key)) setProblem(key, undefined)
      else if (typed.has(name)) leave(row, name)
    }
  }

  /** An error from the server stays as long as the value that it belongs to. */
  function isStillReported(row: Row, name: string): boolean {
    const key = cellKey(row, name)
    const { text, value } = reported.get(key) ?? {}
    const cell = plan.fields[name]
    return cell !== undefined && text !== undefined && problems[key] === text && sameValue(cell, value, row[name])
  }

  function newRow(given: Values): Values {
    const row = { ...given }
    // What was emptied stays empty.
    const submitted = new Set(Object.keys(given).filter((name) => given[name] !== undefined))
    completeRow(row, submitted)
    compute(row)
    if (submitted.size === 0) begun.set(row, { ...row })
    return row
  }

  function completeRow(row: Row, submitted: ReadonlySet<string>): void {
    complete(columns, row, submitted, readOfRow(columns, row, fresh), environment)
  }

  function change(edit: () => void): void {
    batch(() => {
      edit()
      if (field.selfErrors.length > 0) {
        const found = new Problems()
        checkRowCount(plan, rows().length, found, true)
        field.setSelfErrors(found.all.map(({ detail }) => detail))
      }
    })
    onChanged()
    form.notify('onFormInputChange')
  }

  function dropWhere(isGone: (row: Row) => boolean): void {
    if (!rows().some(isGone)) return
    change(() => {
      for (let index = rows().length - 1; index >= 0; index--) {
        const row = rows()[index]
        if (row && isGone(row)) rows().splice(index, 1)
      }
    })
  }

  function isUntouched(row: Row): boolean {
    if (!isBlank(row['id'])) return false
    if (lasting.has(raw(row))) return false
    const first = begun.get(raw(row)) ?? newRow({})
    return fields.every((each) => each.readOnly || sameValue(each, row[each.name], first[each.name]))
  }

  function cellKey(row: Row, name: string): string {
    return `${keyOf(row)}.${name}`
  }

  function setProblem(key: string, text: string | undefined): void {
    if (problems[key] !== text) problems[key] = text
  }

  return {
    plan,
    known: columns === plan.fields ? plan : { ...plan, fields: columns },
    field,
    rows,
    keyOf,
    indexOf(row) {
      const all = rows()
      return all.length === 0 ? -1 : raw(all).findIndex((each) => raw(each) === raw(row))
    },
    readOf,
    enter,
    enterAll,
    leave,
    untouch: (row, name) => wereFilled.delete(cellKey(row, name)),
    problemOf: (row, name) => problems[cellKey(row, name)],
    note(next) {
      batch(() => {
        for (const key of new Set([...Object.keys(raw(notes)), ...next.keys()]))
          if (notes[key] !== next.get(key)) notes[key] = next.get(key)
      })
    },
    noteOf: (row, name) => notes[cellKey(row, name)],
    cellOf: cellKey,
    insert(at, given) {
      const added = given.slice(0, Math.max(plan.maxRows - rows().length, 0)).map(newRow)
      if (added.length === 0) return []
      change(() => rows().splice(at, 0, ...added))
      return rows().slice(at, at + added.length)
    },
    remove(index) {
      const row = rows()[index]
      if (row) change(() => rows().splice(index, 1))
      return row && raw(row)
    },
    fillEmpty(given) {
      let count = 0
      change(() => {
        for (const row of rows()) {
          const typed = new Set<string>()
          for (const [name, value] of Object.entries(given)) {
            const cell = plan.fields[name]
            if (cell && isBlank(row[name])) assign(row, name, computed({ ...cell, value }, readOf(row), environment), [], typed)
          }
          if (typed.size === 0) continue
          count++
          follow(row, typed)
          compute(row)
          recheckMarked(row, typed)
        }
      })
      return count
    },
    move(from, to) {
      if (rows()[from] && to >= 0 && to < rows().length) change(() => rows().splice(to, 0, ...rows().splice(from, 1)))
    },
    fillFrom(source, row, name) {
      const cell = plan.fields[name]
      if (!cell || isAttached(cell)) return
      enter(row, name, toJS(source[name]), chosenIn(cell, plan.fields, toJS(source)))
    },
    restore(at, row) {
      change(() => rows().splice(at, 0, row))
    },
    copyOf(row) {
      const copied = fields.filter((each) => !isAttached(each)).flatMap((each) => [each.name, displayOf(each) ?? []].flat())
      return Object.fromEntries(copied.filter((name) => !isBlank(row[name])).map((name) => [name, structuredClone(raw(row)[name])]))
    },
    room: () => plan.maxRows - rows().length,
    fill(from, given) {
      change(() => {
        const existing = rows().slice(from, from + given.length)
        existing.forEach((row, index) => {
          const typed = new Set<string>()
          for (const [name, value] of Object.entries(given[index] ?? {})) {
            const done = new Set<string>()
            assign(row, name, value, [], done)
            done.forEach((each) => typed.add(each))
          }
          follow(row, typed)
          compute(row)
          recheckMarked(row, typed)
        })
        rows().push(...given.slice(existing.length).map(newRow))
      })
    },
    drop(gone) {
      const those = new Set(gone.map((row) => raw(row)))
      dropWhere((row) => those.has(raw(row)))
    },
    dropUntouched: () => dropWhere(isUntouched),
    replace(next) {
      const copies = next.map((row) => structuredClone(row))
      for (const row of copies) lasting.add(row)
      rows().splice(0, rows().length, ...copies)
    },
    take(next) {
      change(() => rows().splice(0, rows().length, ...next.slice(0, plan.maxRows).map(newRow)))
    },
    recordChanged(name) {
      if (Object.hasOwn(plan.fields, name)) return
      const dependants = fields.filter((each) => dependsOn(each, name))
      for (const row of dependants.length === 0 ? [] : rows()) {
        const done = new Set<string>()
        for (const each of dependants) if (!isBlank(row[each.name])) assign(row, each.name, null, [], done)
        compute(row)
      }
    },
    show(asked, shown, found) {
      const present = new Map(rows().map((row) => [raw(row), row]))
      const rowOf = (index: number): Row | undefined => present.get(raw(asked[index] ?? {}))
      for (const [index, values] of shown.entries()) {
        const row = rowOf(index)
        const news = Object.entries(values).filter(([name, value]) => {
          const column = columns[name]
          const isOurs = column && (isTyped(column) || isComputed(column))
          return name !== 'id' && !isOurs && JSON.stringify(row?.[name] ?? null) !== JSON.stringify(value)
        })
        if (!row || news.length === 0) continue
        for (const [name, value] of news) row[name] = value
        compute(row)
      }
      for (const [key, text] of foundByServer) if (problems[key] === text) setProblem(key, undefined)
      foundByServer.clear()
      for (const { path, detail } of found) {
        const [table, index = '', name = ''] = path.split('.')
        const row = table === plan.name ? rowOf(Number(index)) : undefined
        const title = plan.fields[name]?.title
        if (!row || title === undefined || problems[cellKey(row, name)] !== undefined) continue
        const text = withoutRow(detail, title, { lines: plan, index: Number(index) })
        setProblem(cellKey(row, name), text)
        foundByServer.set(cellKey(row, name), text)
        reported.set(cellKey(row, name), { text, value: toJS(row[name]) })
      }
    },
    mark(found) {
      const elsewhere: FieldProblem[] = []
      const texts = new Map<string, string>()
      const ofTable: string[] = []
      for (const problem of found) {
        const [, index, name] = problem.path.split('.')
        const row = index === undefined ? undefined : rows()[Number(index)]
        if (index === undefined) ofTable.push(problem.detail)
        else if (row && name !== undefined && Object.hasOwn(plan.fields, name)) {
          const key = cellKey(row, name)
          const title = plan.fields[name]?.title ?? name
          texts.set(key, texts.get(key) ?? withoutRow(problem.detail, title, { lines: plan, index: Number(index) }))
        } else elsewhere.push(problem)
      }
      for (const key of Object.keys(problems)) if (!texts.has(key)) delete problems[key]
      for (const [key, text] of texts) setProblem(key, text)
      field.setSelfErrors(ofTable)
      reported.clear()
      return elsewhere
    },
    say(row, name, text) {
      lasting.add(raw(row))
      setProblem(cellKey(row, name), text)
      reported.set(cellKey(row, name), { text, value: toJS(row[name]) })
    },
    keepMarks() {
      for (const row of rows())
        for (const { name } of fields) {
          const text = problems[cellKey(row, name)]
          if (text !== undefined) reported.set(cellKey(row, name), { text, value: toJS(row[name]) })
        }
    },
    state: () => ({
      fields: plan.fields,
      keys: rows().map(keyOf),
      wereFilled,
      marks: new Map(Object.entries(toJS(problems)).flatMap(([cell, text]) => (text === undefined ? [] : [[cell, text] as const]))),
      reported,
    }),
  }
}
