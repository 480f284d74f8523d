import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createFormModel, type FormModel } from '../../engine/client/form/model'
import { pageLines } from '../../engine/client/record/pageLines'
import { checkProduct } from '../../engine/core/check'
import { compileProduct, type ProductSources } from '../../engine/core/compile'
import { isTyped } from '../../engine/core/fields'
import type { ProductPlan, RecordPagePlan, ScreenPlan } from '../../engine/core/plan'
import { asSent } from '../../engine/core/record/changes'
import { asStored } from '../../engine/core/record/stored'
import { rowsOf, type Fields, type Values } from '../../engine/core/record/values'
import type { FieldProblem, RecordValues } from '../../engine/core/wire'
import { diffTables } from '../../engine/server/database/tableDifference'
import { openTestDatabase } from '../../engine/server/database/testDatabase'
import { entityTables } from '../../engine/server/entityTables'
import type { ProductExtensions } from '../../engine/server/extensions'
import type { SessionUser } from '../../engine/server/session'
import { fixedClock, serveLibrary } from '../../engine/server/testing/libraryServer'
import { headerNames, randomProduct, randomSteps, type Step } from './randomProduct'

const database = await openTestDatabase('pglite')
afterAll(() => database.close())
let tables: ReturnType<typeof entityTables> = []

const environment = { today: fixedClock.today(), now: fixedClock.now(), user: '1' }

const noExtensions: ProductExtensions = {
  save: {},
  saved: {},
  remove: {},
  action: {},
  line: {},
  queries: {},
  views: {},
  refresh: {},
  steps: {},
  handlers: {},
  formats: {},
  shapes: {},
  refusals: {},
}

interface Desk {
  plan: ProductPlan
  screen: ScreenPlan
  page: RecordPagePlan
  create(values: object): Promise<{ status: number; body: Values }>
  change(id: string, values: object): Promise<{ status: number; body: Values }>
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
  const user: SessionUser = {
    id: '1',
    name: 'Keeper',
    scope: {},
    subMenus: [
      {
        menuName: screen.menuName,
        menuId: screen.id,
        permissionType: 1,
        children: Object.values(screen.actions).flatMap(({ permission }) => (permission === undefined ? [] : [{ menuName: permission }])),
      },
    ],
  }
  await sql`insert into staff (staff_name, version, created_at, updated_at) values ('Keeper', 1, now(), now())`.execute(database.kysely)
  const server = await serveLibrary(
    { ...database, close: async () => undefined },
    { plan, extensions: noExtensions, contractPermission: screen.menuName },
  )
  return {
    plan,
    screen,
    page,
    create: (values) => server.ask(user, 'POST', screen.base, values),
    change: (id, values) => server.ask(user, 'PATCH', `${screen.base}/${id}`, values),
    close: () => server.app.close(),
  }
}

/** The form of the browser, as its page makes it. */
function formOf({ screen, page }: Desk, record: RecordValues | undefined): FormModel {
  const plan = { sections: page.sections, lines: pageLines(screen, page, record ?? {}, environment), checks: screen.checks }
  return createFormModel({ plan, record: record ?? {}, isNew: record === undefined, environment, formats: {} })
}

function carryOut(form: FormModel, steps: readonly Step[]): void {
  const table = form.lines.get('rows')
  for (const step of steps) {
    if (step.kind === 'field') {
      const item = form.items.get(step.name)
      // Nobody types into what is not there.
      if (item?.field.visible && item.field.editable && isTyped(item.plan.field)) form.enter(step.name, step.value)
    } else if (step.kind === 'add') table?.insert(table.rows().length, [{}])
    else {
      const row = table?.rows()[step.row]
      if (!table || !row) continue
      if (step.kind === 'remove') table.remove(step.row)
      else if (table.plan.fields[step.name]?.readOnly === false) table.enter(row, step.name, step.value)
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
  const of = (fields: Fields, row: Values) =>
    Object.fromEntries(Object.values(fields).map((field) => [field.name, asStored(field, row[field.name])]))
  const named = Object.fromEntries(Object.entries(paper?.fields ?? {}).filter(([name]) => headerNames.includes(name)))
  return { ...of(named, values), rows: rowsOf(values, 'rows').map((row) => of(paper?.lines['rows']?.fields ?? {}, row)) }
}

async function compare(desk: Desk, form: FormModel, record?: RecordValues): Promise<RecordValues | undefined> {
  const problems = form.check()
  const said = asSent(form.changes())
  const { status, body } = record ? await desk.change(record.id, { ...said, version: record['version'] }) : await desk.create(said)
  if (status === 422) {
    expect(told((body as { errors?: FieldProblem[] }).errors ?? [])).toEqual(told(problems))
    return undefined
  }
  expect({ status, problems }).toEqual({ status: 200, problems: [] })
  expect(shown(desk, body)).toEqual(shown(desk, form.values()))
  return body as RecordValues
}

/** Names of rows and record, defaults, followers, formulas, conditions and checks mean one thing in browser and server. */
test('a record is the same in the form and in the database, whatever the schema and whatever is typed', async () => {
  await fc.assert(
    fc.asyncProperty(randomProduct, fc.array(randomSteps, { minLength: 3, maxLength: 3 }), async (drawn, inputs) => {
      const sources = underName(drawn, `paper${++count}`)
      expect(checkProduct(sources)).toEqual([])
      const desk = await open(sources)
      try {
        for (const steps of inputs) {
          const form = formOf(desk, undefined)
          carryOut(form, steps)
          const stored = await compare(desk, form)
          if (!stored) continue
          const again = formOf(desk, stored)
          carryOut(again, inputs[0] ?? [])
          await compare(desk, again, stored)
        }
      } finally {
        await desk.close()
      }
    }),
    { numRuns: 15, endOnFailure: true },
  )
}, 120_000)
