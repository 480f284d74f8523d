import { Readable } from 'node:stream'
import { isEmptyValue, textOf } from '../../../engine/core/fields'
import { mayDo } from '../../../engine/core/permission'
import type { ScreenPlan } from '../../../engine/core/plan'
import type { FormArgument } from '../../../engine/server/documents'
import { lineColumns } from '../../../engine/server/exchange/importColumns'
import { importRecordLines } from '../../../engine/server/exchange/importRecordLines'
import { attachFiles, checkFiles } from '../../../engine/server/uploads/attachments'
import { storeUpload } from '../../../engine/server/uploads/uploads'
import { createRowScope } from '../../../engine/server/read/scope'
import { dictionariesOf, type Services } from '../../../engine/server/services'
import { systemUser, type SessionUser } from '../../../engine/server/session'
import { perform } from '../../../engine/server/write/action'
import type { WriteContext } from '../../../engine/server/record/context'
import { loadRecord } from '../../../engine/server/record/load'
import { Problems } from '../../../engine/server/problems'
import { acceptedBy, create, update } from '../../../engine/server/record/save'
import { inRead, inWrite } from '../../../engine/server/write/transaction'
import type { FixedClock } from '../clock'
import type { DemoQueue } from './queue'
import type { Documents, Screens } from '../generated'
import { typed, type EntityName, type HandlerCall, type HandlerName, type Tools } from '../ruleTypes'
import { accountByName } from '../session/account'

type ScreenId = keyof Screens
type Shown<S extends ScreenId> = Documents[Screens[S]]
type ActionName<S extends ScreenId> = keyof Shown<S>['actions'] & string
/** What the dialog of a screen's action is answered. */
export type Submitted<S extends ScreenId, A extends ActionName<S>> = FormArgument<
  Shown<S>['actions'][A] extends { form: infer Form } ? Form : never
>
/** Presses a button of a record that is known already. */
export type Press<S extends ScreenId> = <A extends ActionName<S>>(userName: string, action: A, ...form: Submitted<S, A>) => Promise<void>

/** Between one click and the next; odd, so that times look lived. */
const pauseMs = 47_000

/** The demo accounts at work. */
export class Office {
  readonly #services: Services
  readonly #clock: FixedClock
  readonly #queue: DemoQueue
  readonly #accounts = new Map<string, Desk>()

  constructor(services: Services, clock: FixedClock, queue: DemoQueue) {
    this.#services = services
    this.#clock = clock
    this.#queue = queue
  }

  /** The place of an account. Its rights are looked up once: no one's change while the demo data is made. */
  async as(userName: string): Promise<Desk> {
    const known = this.#accounts.get(userName)
    if (known) return known
    const account = await accountByName(this.#services.database.kysely, userName, this.#services.plan.menus)
    if (!account) throw new TypeError(`there is no account ${userName}`)
    const desk = new Desk(this.#services, this.#clock, this.#queue, account)
    this.#accounts.set(userName, desk)
    return desk
  }

  /** Nobody in particular: jobs, and who registers. */
  get system(): Desk {
    return new Desk(this.#services, this.#clock, this.#queue, systemUser)
  }
}

/**
 * One account in front of the screens: what it writes goes through the same pipeline as from a page, with the screen's lists of fields, the
 * account's rights and its row scope. Each call is one transaction.
 */
export class Desk {
  readonly user: SessionUser
  readonly #services: Services
  readonly #clock: FixedClock
  readonly #queue: DemoQueue

  constructor(services: Services, clock: FixedClock, queue: DemoQueue, user: SessionUser) {
    this.#services = services
    this.#clock = clock
    this.#queue = queue
    this.user = user
  }

  /** Presses 新增 and saves; answers the record. */
  async add<S extends ScreenId>(screenId: S, values: Shown<S>['new']): Promise<Shown<S>['record']> {
    const screen = this.#screen(screenId, 'add')
    return this.write(async (context) => this.#load(context, screenId, await create(context, this.#access(screen), values)))
  }

  /** Presses 编辑, changes these values and saves. */
  async edit<S extends ScreenId>(
    screenId: S,
    { id, version }: { id: string; version: number },
    values: Partial<Shown<S>['new']>,
  ): Promise<Shown<S>['record']> {
    const screen = this.#screen(screenId, 'edit')
    return this.write(async (context) => {
      await update(context, this.#access(screen), id, { ...values, version })
      return this.#load(context, screenId, id)
    })
  }

  /** Presses the button of an action, with what its dialog asks; answers the record afterwards. */
  async act<S extends ScreenId, A extends ActionName<S>>(
    screenId: S,
    id: string,
    action: A,
    ...[form]: Submitted<S, A>
  ): Promise<Shown<S>['record']> {
    const screen = this.#screen(screenId, action)
    return this.write(async (context) => {
      await perform(context, { entity: screen.entity, id, action, body: form ?? {}, from: { where: screen.where } })
      return this.#load(context, screenId, id)
    })
  }

  /** Uploads a file that a form sends later; answers its id. */
  async upload(fileName: string, content: Buffer): Promise<string> {
    return (await storeUpload(this.#services, this.user, fileName, Readable.from([content]))).id
  }

  /** Imports rows as lines of the records that they say, as a workbook brings them: by the fields of a line, codes for their titles. */
  async importLines(screenId: ScreenId, action: string, rows: readonly object[]): Promise<void> {
    const screen = this.#screen(screenId, action)
    const does = screen.actions[action]?.does
    const into = does?.kind === 'import' ? does.into : undefined
    const lines = screen.lines[into?.lines ?? '']
    if (!into?.record || !lines) throw new TypeError(`${screenId} has no button ${action} that stores lines`)
    const columns = lineColumns(screen, lines)
    const titles = { dictionaries: dictionariesOf(this.#services) }
    const cells = (row: object) =>
      columns.map(({ field }) => {
        const value = (row as Record<string, unknown>)[field.name]
        return isEmptyValue(value) ? null : textOf(field, titles)(value)
      })
    const sheet = { columns, passed: [], rows: rows.map((row, index) => ({ number: index + 2, cells: cells(row) })) }
    const stored = { ...into, record: into.record }
    await this.write((context) => importRecordLines(context, this.#access(screen), lines, stored, undefined, sheet))
  }

  /** Attaches a file to a field of a record. */
  async attach(screenId: ScreenId, id: string, fieldName: string, fileName: string, content: Buffer): Promise<void> {
    const screen = this.#screen(screenId, 'attach')
    const fileId = await this.upload(fileName, content)
    await this.write(async (context) => {
      const field = context.writing.entity(screen.entity).fields[fieldName]
      if (!field) throw new TypeError(`${screen.entity} has no field ${fieldName}`)
      await loadRecord(context, screen.entity, id, { lock: 'change', visible: true })
      const problems = new Problems()
      await checkFiles(context, screen.entity, id, field, [fileId], problems)
      problems.throwIfAny()
      await attachFiles(context, screen.entity, id, field.name, [fileId])
    })
  }

  /** Asks an extra endpoint. */
  async ask<N extends HandlerName>(handlerName: N, input: Partial<Pick<HandlerCall<N>, 'params' | 'query' | 'body'>>): Promise<unknown> {
    const { extensions, plan } = this.#services
    const handler = extensions.handlers[handlerName]
    if (!handler) throw new TypeError(`no handler named ${handlerName}`)
    const scope = createRowScope(plan, extensions.views)
    return this.write((context) =>
      handler({
        params: {},
        query: {},
        body: {},
        ...input,
        tools: context.tools,
        kysely: context.trx,
        user: this.user,
        clock: this.#clock,
        visible: (entity, alias, query) => scope.visible(entity, alias, query, this.user, context.source),
      }),
    )
  }

  read<E extends EntityName>(entity: E, id: string): Promise<Documents[E]['record']> {
    return inRead(this.#services, this.user, ({ tools }) => typed(tools).load(entity, id))
  }

  /** Works with the tools of rules in one transaction of this account, on documents that have no screen yet. */
  work<T>(task: (tools: Tools) => Promise<T>): Promise<T> {
    return this.write(({ tools }) => task(typed(tools)))
  }

  /** Everything else in one transaction of this account, such as what may be written in bulk. */
  async write<T>(work: (context: WriteContext) => Promise<T>): Promise<T> {
    const done = await inWrite(this.#services, this.user, work)
    await this.#queue.carryOut(this.#services)
    this.#clock.advance(pauseMs)
    return done
  }

  /** A record that a screen shows. */
  #load<S extends ScreenId>({ tools }: WriteContext, screenId: S, id: string): Promise<Shown<S>['record']> {
    // The plan says of each screen what `Screens` says.
    return typed(tools).load(this.#services.plan.screens[screenId]?.entity as Screens[S], id)
  }

  #screen(screenId: string, action: string): ScreenPlan {
    const screen = this.#services.plan.screens[screenId]
    if (!screen) throw new TypeError(`there is no screen ${screenId}`)
    // A screen may call an action of its entity otherwise.
    const buttons = Object.values(screen.actions)
    const permission = buttons.find(({ name, does }) => (does.kind === 'action' ? does.action.name : name) === action)?.permission
    if (permission === undefined) throw new TypeError(`${screenId} has no button ${action}`)
    if (!mayDo(this.user.subMenus, permission)) throw new TypeError(`${this.user.name} may not ${permission}`)
    return screen
  }

  #access(screen: ScreenPlan): Parameters<typeof create>[1] {
    const entity = this.#services.plan.entities[screen.entity]
    if (!entity) throw new TypeError(`no entity named ${screen.entity}`)
    return {
      entity: screen.entity,
      accepted: acceptedBy(entity, screen.access),
      page: {},
      where: screen.where,
    }
  }
}
