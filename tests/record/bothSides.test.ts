import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { askedBy } from '../../engine/client/actions/actionRequest'
import { refusalOf } from '../../engine/core/record/offered'
import { askPlan } from '../../engine/client/form/model/askPlan'
import { createFormModel } from '../../engine/client/form/model/model'
import type { FormModel } from '../../engine/client/form/model/formModel'
import { pageLines } from '../../engine/client/record/pageLines'
import { checkProduct } from '../../engine/core/check'
import { compileProduct, type ProductSources } from '../../engine/core/compile'
import { isBlank, isTyped, sameValue, targetsOf } from '../../engine/core/fields'
import type { ProductPlan, RecordPagePlan, ScreenPlan } from '../../engine/core/plan'
import { asSent, enteredOf, type Changes } from '../../engine/core/record/changes'
import { mergeChanges, resolveConflicts } from '../../engine/core/record/merge'
import { asStored } from '../../engine/core/record/stored'
import { rowsOf, type Fields, type Values } from '../../engine/core/record/values'
import type { FieldProblem, Option, RecordValues } from '../../engine/core/wire'
import { diffTables } from '../../engine/server/database/tableDifference'
import { openTestDatabase } from '../../engine/server/database/testDatabase'
import { entityTables } from '../../engine/server/entityTables'
import type { SessionUser } from '../../engine/server/session'
import { fixedClock, serveLibrary } from '../../engine/server/testing/libraryServer'
import { everyButtonOf, noExtensions } from '../../engine/server/testing/smallProduct'
import {
  action,
  cellNames,
  filledText,
  headerNames,
  randomAnswers,
  randomMeetings,
  randomProduct,
  randomSteps,
  reference,
  things,
  type Answer,
  type Meeting,
  type Step,
} from './randomProduct'

const database = await openTestDatabase('pglite')
afterAll(() => database.close())
/** Those that are there. */
let tables: ReturnType<typeof entityTables> = []

/** Of the reference, in header and rows. */
const displayName = 'thingName'
const environment = { today: fixedClock.today(), now: fixedClock.now(), user: '1' }

interface Answered {
  status: number
  body: Values
}

interface Desk {
  plan: ProductPlan
  screen: ScreenPlan
  page: RecordPagePlan
  /** What the references offer, by the key of the reference. */
  options: Record<string, Option[]>
  create(values: object): Promise<Answered>
  change(id: string, values: object): Promise<Answered>
  load(id: string): Promise<RecordValues>
  settle(id: string, values: object): Promise<Answered>
  close(): Promise<void>
}

/** The product served. */
async function open(sources: ProductSources): Promise<Desk> {
  const plan = compileProduct(sources)
  const wanted = entityTables(plan)
  for (const statement of diffTables(tables, wanted).statements) await sql.raw(statement).execute(database.kysely)
  tables = wanted
  const screen = Object.values(plan.screens)[0]
  const page = screen?.pages['edit']
  if (!screen || page?.kind !== 'record') throw new Error('no page to edit papers on')
  const user: SessionUser = { id: '1', name: 'Keeper', scope: {}, subMenus: everyButtonOf(plan) }
  await sql`insert into staff (staff_name, version, created_at, updated_at) values ('Keeper', 1, now(), now())`.execute(database.kysely)
  for (const { name, size, price, word } of things)
    await sql`insert into thing (thing_name, size, price, word, made, version, created_at, updated_at)
      select ${name}, ${size}, ${price}, ${word}, ${word && '2026-11-01'}, 1, now(), now()
      where not exists (select from thing where thing_name = ${name})`.execute(database.kysely)
  const server = await serveLibrary(
    { ...database, close: async () => undefined },
    { plan, extensions: noExtensions, contractPermission: screen.menuName },
  )
  const optionsOf = async (key: string) => (await server.ask<Option[]>(user, 'GET', `${screen.base}/options/${key}?keyword=`)).body
  return {
    plan,
    screen,
    page,
    options: { [reference]: await optionsOf(reference), [`rows.${reference}`]: await optionsOf(`rows.${reference}`) },
    create: (values) => server.ask(user, 'POST', screen.base, values),
    change: (id, values) => server.ask(user, 'PATCH', `${screen.base}/${id}`, values),
    load: async (id) => (await server.ask<RecordValues>(user, 'GET', `${screen.base}/${id}`)).body,
    settle: (id, values) => server.ask(user, 'POST', `${screen.base}/${action}/${id}`, values),
    async close() {
      await server.app.close()
      await dropTables(plan, screen.entity)
    },
  }
}

/** The database could not drop those of hundreds of products at once in the end: each takes a lock of the one transaction. */
async function dropTables(plan: ProductPlan, entity: string): Promise<void> {
  const { table, lines } = plan.entities[entity] ?? { table: entity, lines: {} }
  const own = new Set([table, ...Object.values(lines).map((each) => each.table)])
  await sql`drop table ${sql.join([...own].map((name) => sql.table(name)))}`.execute(database.kysely)
  tables = tables.filter(({ name }) => !own.has(name))
}

/** The form of the browser, as its page makes it. */
function formOf({ screen, page }: Desk, record: RecordValues | undefined): FormModel {
  const plan = { sections: page.sections, lines: pageLines(screen, page, record ?? {}, environment), checks: screen.checks }
  return createFormModel({ plan, record: record ?? {}, isNew: record === undefined, environment, formats: {} })
}

function carryOut({ options }: Desk, form: FormModel, steps: readonly Step[]): void {
  const chosen = (name: string, value: unknown, key: string): [value: unknown, chosen: Option[]] => {
    if (name !== reference) return [value, []]
    const option = options[key]?.find(({ label }) => label === value)
    return option ? [option.value, [option]] : [null, []]
  }
  const table = form.lines.get('rows')
  for (const step of steps) {
    if (step.kind === 'field') {
      const item = form.items.get(step.name)
      // Nobody types into what is not there.
      if (item?.field.visible && item.field.editable && isTyped(item.plan.field))
        form.enter(step.name, ...chosen(step.name, step.value, reference))
    } else if (step.kind === 'add') table?.insert(table.rows().length, [{}])
    else {
      const row = table?.rows()[step.row]
      if (!table || !row) continue
      if (step.kind === 'remove') table.remove(step.row)
      else if (table.plan.fields[step.name]?.readOnly === false)
        table.enter(row, step.name, ...chosen(step.name, step.value, `rows.${reference}`))
    }
  }
}

const told = (problems: readonly FieldProblem[]): string[] =>
  problems.map(({ path, rule }) => `${path} ${rule}`).toSorted((one, other) => (one < other ? -1 : 1))

/** Each product has a table of its own name: a connection keeps what it knows of a table. */
function underName(sources: ProductSources, name: string): ProductSources {
  const { paper, ...others } = sources.entities
  const screens = Object.fromEntries(Object.entries(sources.screens).map(([key, screen]) => [key, { ...screen, entity: name }]))
  return { ...sources, entities: { ...others, ...(paper ? { [name]: paper } : {}) }, screens }
}
let count = 0

/** What both show of a record; an input holds the text of a number. */
function shown({ plan, screen }: Desk, values: Values): object {
  const paper = plan.entities[screen.entity]
  const of = (fields: Fields, names: readonly string[], row: Values) =>
    Object.fromEntries(names.flatMap((name) => [[name, fields[name] ? asStored(fields[name], row[name]) : undefined]]))
  return {
    ...of(paper?.fields ?? {}, [...headerNames, reference, filledText], values),
    chosen: values[displayName] ?? null,
    rows: rowsOf(values, 'rows').map((row) => ({
      ...of(paper?.lines['rows']?.fields ?? {}, [...cellNames, reference], row),
      chosen: row[displayName] ?? null,
    })),
  }
}

const problemsIn = ({ body }: Answered): FieldProblem[] => (body as { errors?: FieldProblem[] }).errors ?? []

async function compare(desk: Desk, form: FormModel, record?: RecordValues): Promise<RecordValues | undefined> {
  const problems = form.check()
  const submitted = asSent(form.changes())
  const answer = record ? await desk.change(record.id, { ...submitted, version: record['version'] }) : await desk.create(submitted)
  const { status, body } = answer
  if (status === 422) {
    expect(told(problemsIn(answer))).toEqual(told(problems))
    return undefined
  }
  expect({ status, problems }).toEqual({ status: 200, problems: [] })
  expect(shown(desk, body)).toEqual(shown(desk, form.values()))
  return body as RecordValues
}

/** Why the action is not possible, or what its dialog and the record lack for it; else what is stored of the answers. */
async function compareAction(desk: Desk, stored: RecordValues, responses: readonly Answer[]): Promise<RecordValues> {
  const { screen } = desk
  const button = screen.actions[action]
  if (button?.does.kind !== 'action') throw new Error('no button of the action')
  const refusal = refusalOf(button, stored, { screen, environment })
  const asked = askedBy(button, { record: stored })
  const dialog = asked && createFormModel({ plan: askPlan(asked.fields, undefined), record: stored, isNew: true, environment, formats: {} })
  for (const { name, value } of responses) if (dialog?.items.has(name)) dialog.enter(name, value)
  const ofDialog = dialog?.check(action) ?? []
  const answer = await desk.settle(stored.id, { ...(dialog ? asSent(dialog.changes()) : {}), version: stored['version'] })
  if (refusal !== undefined || answer.status === 417) {
    expect({ status: answer.status, text: answer.body['errorMessage'] }).toEqual({ status: 417, text: refusal })
    return stored
  }
  const page = formOf(desk, stored)
  // An earlier answer may have left the record with what no save would take.
  const before = new Set(told(page.check()))
  const isNew = (problem: FieldProblem): boolean => !told([problem]).every((text) => before.has(text))
  const lacking = page.check(action).filter((problem) => problem.rule !== 'check' && !dialog?.items.has(problem.path) && isNew(problem))
  // The checks of the record are held to what the dialog makes of it, once nothing is lacking; one may mark a field that the dialog asks.
  const broken = formOf(desk, { ...stored, ...dialog?.values() })
    .check(action)
    .filter((problem) => problem.rule === 'check' && isNew(problem))
  const missing = [...ofDialog, ...lacking]
  const expected = told(missing.length > 0 ? missing : broken)
  if (answer.status === 422) {
    expect(told(problemsIn(answer))).toEqual(expected)
    return stored
  }
  expect({ status: answer.status, expected }).toEqual({ status: 200, expected: [] })
  return desk.load(stored.id)
}

/** The button that edits is grey when the server refuses the edit, and says why in its words. */
async function compareEdit(desk: Desk, stored: RecordValues): Promise<boolean> {
  const button = desk.screen.actions['edit']
  const refusal = button && refusalOf(button, stored, { screen: desk.screen, environment })
  if (refusal === undefined) return true
  const { status, body } = await desk.change(stored.id, { a: '1', version: stored['version'] })
  expect({ status, text: body['errorMessage'] }).toEqual({ status: 417, text: refusal })
  return false
}

/** What one says of a record, of another with the same rows. */
function ofTwin(submitted: Values, record: RecordValues, twin: RecordValues): Values {
  const ids = new Map(rowsOf(record, 'rows').map((row, index) => [row['id'], rowsOf(twin, 'rows')[index]?.['id']]))
  if (submitted['rows'] === undefined) return submitted
  return { ...submitted, rows: rowsOf(submitted, 'rows').map((row) => ('id' in row ? { ...row, id: ids.get(row['id']) } : row)) }
}

/**
 * What was said, but these names stay as they are: what is empty stays empty, though a reference would fill it. A line table stays by not
 * being said: `clear` names fields only.
 */
function withoutNames({ values, clear }: Changes, names: ReadonlySet<string>, now: RecordValues): Changes {
  return {
    values: Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name))),
    clear: [...clear.filter((name) => !names.has(name)), ...[...names].filter((name) => !Array.isArray(now[name]) && isBlank(now[name]))],
  }
}

/**
 * What was said by who chose a reference, but the fields that it fills with what they held before stay as the others have left them: no
 * value of mine differs there, also where my choice gives way to theirs.
 */
function withFilledAsNow(
  form: FormModel,
  { values, clear }: Changes,
  [base, my, now]: readonly [RecordValues, Values, RecordValues],
): Changes {
  const chosen = form.items.get(reference)?.plan.field
  if (!chosen || !(reference in values)) return { values, clear }
  const filled = new Set(targetsOf(chosen).flatMap(({ fill = {} }) => Object.keys(fill)))
  const untouched = [...form.items.values()].flatMap(({ plan: { field } }) =>
    isTyped(field) && filled.has(field.name) && sameValue(field, base[field.name], my[field.name]) ? [field.name] : [],
  )
  const without = withoutNames({ values, clear }, new Set(untouched), now)
  const kept = untouched.filter((name) => !isBlank(now[name])).map((name) => [name, now[name]])
  return { ...without, values: { ...without.values, ...Object.fromEntries(kept) } }
}

/**
 * What was said, without the fields that are hidden when both changes are made. A change gives up what it hides, whoever wrote it; and where
 * theirs hides a field, I could not type there after them.
 */
function withoutHidden(form: FormModel, { values, clear }: Changes, theirs: RecordValues): Changes {
  const hidden = [...form.items.values()].flatMap(({ plan: { field }, field: { display } }) =>
    isTyped(field) && display === 'none' ? [field.name] : [],
  )
  return {
    values: Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name))),
    clear: [...new Set([...clear, ...hidden.filter((name) => !isBlank(theirs[name]))])],
  }
}

/** Carries the steps out, and answers what the fields that they have hidden held when they were last shown. */
function carryOutHiding(desk: Desk, form: FormModel, steps: readonly Step[]): ReadonlyMap<string, unknown> {
  const held = new Map<string, unknown>()
  for (const step of steps) {
    for (const [name, { field }] of form.items) if (field.visible) held.set(name, form.read(name))
    carryOut(desk, form, [step])
  }
  return new Map([...held].filter(([name]) => form.items.get(name)?.field.display === 'none'))
}

/**
 * What was said, but fields that my change alone has hidden, and that are shown again when it has met theirs, hold what they held: nobody has
 * emptied them.
 */
function withShownAgain(
  form: FormModel,
  { values, clear }: Changes,
  hidden: ReadonlyMap<string, unknown>,
  kept: readonly string[],
): Changes {
  const shownAgain = [...hidden].filter(([name, value]) => kept.includes(name) && form.items.get(name)?.field.visible && !isBlank(value))
  const names = new Set(shownAgain.map(([name]) => name))
  return { values: { ...values, ...Object.fromEntries(shownAgain) }, clear: clear.filter((name) => !names.has(name)) }
}

/**
 * Two have the record open, and the other saves first. What the browser makes of mine and theirs is stored as if I had said mine after them,
 * where we meet only if I insist. Returns the record as it is then.
 */
async function compareMerge(desk: Desk, base: RecordValues, { mine, theirs, insists }: Meeting): Promise<RecordValues> {
  const form = formOf(desk, base)
  const other = formOf(desk, base)
  const hiddenByMine = carryOutHiding(desk, form, mine)
  carryOut(desk, other, theirs)
  form.check()
  if (other.check().length > 0 || !other.isChanged() || !form.isChanged()) return base
  const everything = {
    fields: [...form.items.values()].flatMap(({ plan: { field } }) => (isTyped(field) ? [field] : [])),
    lines: form.plan.lines,
  }
  const twin = (await desk.create(asSent(enteredOf(everything, base)))).body as RecordValues
  if (twin.id === undefined) return base
  const [submitted, saidByOther] = [form.changes(), asSent(other.changes())]
  const theirsNow = (await compare(desk, other, base)) as RecordValues
  expect((await desk.change(base.id, { ...asSent(submitted), version: base['version'] })).status).toBe(409)
  const [my, merge] = [form.values(), mergeChanges(form.writable(), form.record, form.values(), theirsNow)]
  const met = new Set(merge.conflicts.map(({ name }) => name))
  form.restart(theirsNow, resolveConflicts(merge, my, insists ? met : new Set()))
  const merged = await compare(desk, form, theirsNow)
  // A row of mine that they have deleted is a new one, which has no twin.
  const isGone = (row: Values): boolean => 'id' in row && !rowsOf(theirsNow, 'rows').some(({ id }) => id === row['id'])
  if (insists && rowsOf(my, 'rows').some(isGone)) return merged ?? theirsNow
  const twinOfTheirs = await desk.change(twin.id, { ...ofTwin(saidByOther, base, twin), version: twin['version'] })
  const asFilled = withFilledAsNow(form, submitted, [base, my, theirsNow])
  const mineAlone = insists ? asFilled : withoutNames(asFilled, met, theirsNow)
  const asShown = withShownAgain(form, mineAlone, hiddenByMine, merge.kept)
  const saidAfter = ofTwin(asSent(withoutHidden(form, asShown, theirsNow)), base, twin)
  const serial = await desk.change(twin.id, { ...saidAfter, version: twinOfTheirs.body['version'] })
  expect(serial.status).toBe(merged ? 200 : 422)
  if (merged) expect(shown(desk, serial.body)).toEqual(shown(desk, merged))
  return merged ?? theirsNow
}

/**
 * Names of rows and record, references, defaults, followers, formulas, conditions, checks, refusals and merges mean one thing in browser and server.
 */
test('a record is the same in the form and in the database, whatever the schema and whatever is typed', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomProduct,
      fc.array(randomSteps, { minLength: 3, maxLength: 3 }),
      randomMeetings,
      randomAnswers,
      async (drawn, inputs, meetings, responses) => {
        const sources = underName(drawn, `paper${++count}`)
        expect(checkProduct(sources)).toEqual([])
        const desk = await open(sources)
        try {
          for (const [index, steps] of inputs.entries()) {
            const form = formOf(desk, undefined)
            carryOut(desk, form, steps)
            const stored = await compare(desk, form)
            if (!stored) continue
            const again = formOf(desk, stored)
            carryOut(desk, again, inputs[0] ?? [])
            let changed = (await compare(desk, again, stored)) ?? stored
            for (const meeting of meetings) changed = await compareMerge(desk, changed, meeting)
            const settled = await compareAction(desk, changed, index === 0 ? [] : responses)
            if (await compareEdit(desk, settled)) await compareAction(desk, settled, responses)
          }
        } finally {
          await desk.close()
        }
      },
    ),
    { numRuns: Number(process.env['RUNS'] ?? 15), endOnFailure: true },
  )
}, 1_200_000)
