/**
 * Large exports (acceptance I6, domain 40 exportStatus): a task of the user, a job that makes its file, a file that is deleted a week later.
 *
 *   POST {base}/export ──queueExport──► task QUEUED + job ──runExport──► RUNNING ─┬─► DONE ──expire, daily──► EXPIRED
 *                                            ▲                                    └─► FAILED
 *                                            └────────────── retryExport ──────────────────┘
 */
import { sql, type Kysely } from 'kysely'
import { formatDecimal } from '../../../engine/core/decimal'
import { mayDo, mayOpen, mayRead } from '../../../engine/core/permission'
import type { ProductPlan, ScreenPlan } from '../../../engine/core/plan'
import { attachFiles } from '../../../engine/server/uploads/attachments'
import { storeUpload } from '../../../engine/server/uploads/uploads'
import type { JobRun, Jobs } from '../../../engine/server/jobs/jobs'
import { HttpProblem, refused, tooMany } from '../../../engine/server/problem'
import { exportOf, type QueueExport } from '../../../engine/server/exchange/export'
import type { Services } from '../../../engine/server/services'
import { systemUser, type SessionUser } from '../../../engine/server/session'
import { inTransaction, inWrite } from '../../../engine/server/write/transaction'
import type { ExportTaskRow } from '../generated/exportTask'
import type { Tables } from '../generated/tables'
import { typed, type ActionRule, type Tools } from '../ruleTypes'

export const exportQueue = 'export'
/** Domain 40, exportStatus: of one user, and altogether. */
const maxPerUser = 2
export const maxConcurrent = 4
/** A job that was begun as often has brought its server down every time. */
export const exportTries = 4
const timeLimitMs = 600_000
/** A task that still says so after this is not at work: its job is gone, as after its last try. */
const lostAfterMs = 3_600_000
const keptDays = 7
const dayMs = 86_400_000
const maxFileBytes = 209_715_200

const page = '/dataExportDownload'
const pageMenu = 'exDataExport_dataExportDownload'
const tooManyText = `每人最多同时有 ${maxPerUser} 个导出任务在排队或生成，请稍后再试`
const texts = {
  gone: '导出的页面已不存在',
  noUser: '用户已停用，未生成文件',
  noRight: '用户已没有该页面的导出权限，未生成文件',
  empty: '没有符合条件的数据',
  timeout: '生成超过 10 分钟，请缩小查询范围后重新导出',
  broken: '生成时出错，请稍后重新生成',
  lost: '生成中断，请重新生成',
}

/** The account as it is now; undefined: it may not work. */
export type FindUser = (id: string) => Promise<SessionUser | undefined>

type Sender = Pick<Jobs, 'send'>

export function queueExport(plan: ProductPlan, jobs: Sender): QueueExport {
  const title = plan.menus.find(({ router }) => router === page)?.name ?? ''
  return async (context, { screen, input }) => {
    const tools = typed(context.tools)
    await refuseTooMany(tools, tools.user.id)
    const task = await tools.create('exportTask', {
      taskName: `${screen.title} ${tools.today}`,
      menuCode: screen.menu,
      menuTitle: screen.title,
      requestUrl: urlOf(screen),
      params: input,
    })
    await send(jobs, tools, task)
    return { id: task.id, title, ...(mayOpen(context.user.subMenus, pageMenu) ? { page } : {}) }
  }
}

export function retryExport(jobs: Sender): ActionRule<'exportTask', 'retry'> {
  return async (tools, { record }) => {
    await refuseTooMany(tools, record.createdById ?? '')
    await giveUpFile(tools, record.id)
    // The action counts the run after its rule.
    await send(jobs, tools, { ...record, runNo: record.runNo + 1 })
  }
}

/** What the job does: rights, row scope and query are the user's as they are when it runs. */
export async function runExport(services: Services, findUser: FindUser, { data, last, signal }: JobRun): Promise<void> {
  const task = await begin(services, data['taskId'] ?? '')
  if (!task) return
  try {
    await makeFile(services, findUser, task, signal)
  } catch (error) {
    signal.throwIfAborted()
    const reason = reasonOf(error)
    if (reason === undefined) {
      services.log.warn({ err: error, task: task.taskNo }, 'export failed')
      if (!last) throw error
    }
    const failReason = (reason ?? texts.broken).slice(0, 500)
    await inTransaction(services, systemUser, (tools) => typed(tools).perform('exportTask', task.id, 'fail', { failReason }))
  }
}

/** Sends the jobs of unfinished tasks again; nothing happens where they are there. After a restored backup they are not. */
export async function resumeExports(services: Services, jobs: Sender): Promise<void> {
  await inTransaction(services, systemUser, async (untyped) => {
    const tools = typed(untyped)
    for (const task of await tools.find('exportTask', { status: ['QUEUED', 'RUNNING'] })) await send(jobs, tools, task)
  })
}

/** An expired task gives up its file; the content is deleted by the next purge. */
export const expireExport: ActionRule<'exportTask', 'expire'> = (tools, { record }) => giveUpFile(tools, record.id)

/** Fails tasks whose job is lost, each in a transaction of its own, so that none waits for another. To be called now and then. */
export async function failLostExports(services: Services): Promise<void> {
  const lost = {
    status: 'RUNNING',
    startedAt: { below: new Date(Date.parse(services.clock.now()) - lostAfterMs).toISOString() },
  } as const
  const found = await inTransaction(services, systemUser, (tools) => typed(tools).find('exportTask', lost))
  for (const { id, taskNo } of found) {
    await inTransaction(services, systemUser, async (untyped) => {
      const tools = typed(untyped)
      const [task] = await tools.find('exportTask', { id, ...lost }, { lock: true })
      if (task) await tools.perform('exportTask', id, 'fail', { failReason: texts.lost })
    }).catch((error: unknown) => services.log.warn({ err: error, task: taskNo }, 'a lost export was not settled'))
  }
}

async function giveUpFile({ trx }: Tools, id: string): Promise<void> {
  await trx.deleteFrom('attachment').where('entity', '=', 'exportTask').where('document_id', '=', id).execute()
}

/** Undefined: there is nothing to do any more. */
function begin(services: Services, id: string): Promise<ExportTaskRow | undefined> {
  return inTransaction(services, systemUser, async (untyped) => {
    const tools = typed(untyped)
    const [task] = await tools.find('exportTask', { id, status: ['QUEUED', 'RUNNING'] }, { lock: true })
    if (task) await tools.perform('exportTask', id, 'run')
    return task
  })
}

async function makeFile(services: Services, findUser: FindUser, task: ExportTaskRow, stopped: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeLimitMs)])
  const screen = Object.values(services.plan.screens).find((each) => urlOf(each) === task.requestUrl)
  if (!screen) throw refused(texts.gone)
  const user = await findUser(task.createdById ?? '')
  if (!user) throw refused(texts.noUser)
  if (!mayExport(user, screen)) throw refused(texts.noRight)
  const found = await exportOf(services, screen).find(task.params ?? {}, user)
  if (!found) throw refused(texts.empty)
  const onRows = (rows: number): Promise<void> => showProgress(services, task.id, rows, found.count)
  const file = await storeUpload(services, user, found.fileName, found.content({ onRows, signal }), { maxBytes: maxFileBytes })
  const expireAt = new Date(Date.parse(services.clock.now()) + keptDays * dayMs).toISOString()
  await inWrite(services, systemUser, async (context) => {
    signal.throwIfAborted()
    await typed(context.tools).perform('exportTask', task.id, 'finish', { rowCount: found.count, expireAt })
    await attachFiles(context, 'exportTask', task.id, 'files', [file.id])
  })
}

/** Where there is no button for it, whoever may see the rows may take them along. */
function mayExport({ subMenus }: SessionUser, { actions, ...screen }: ScreenPlan): boolean {
  const permission = actions['export']?.permission
  return permission === undefined ? mayRead(subMenus, screen) : mayDo(subMenus, permission)
}

/** Not a change of the task: no version, no history. */
async function showProgress({ database }: Services, id: string, rows: number, of: number): Promise<void> {
  const progress = formatDecimal(String(Math.floor((rows * 10_000) / of) / 10_000), 4)
  const kysely: Kysely<Tables> = database.kysely
  await kysely.updateTable('export_task').set({ row_count: rows, progress }).where('id', '=', id).execute()
}

/** Undefined: our fault, and worth another try. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof HttpProblem && error.status < 500) return error.message
  return error instanceof Error && error.name === 'TimeoutError' ? texts.timeout : undefined
}

/** One after the other for a user, so that no two requests count the same tasks. */
async function refuseTooMany(tools: Tools, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`export.${userId}`}))`.execute(tools.trx)
  const unfinished = await tools.find('exportTask', { createdById: userId, status: ['QUEUED', 'RUNNING'] })
  if (unfinished.length >= maxPerUser) throw tooMany(30, tooManyText)
}

function send(jobs: Sender, tools: Tools, task: Pick<ExportTaskRow, 'id' | 'runNo'>): Promise<void> {
  return jobs.send(tools.trx, exportQueue, `${task.id}:${task.runNo}`, { taskId: task.id })
}

function urlOf({ base }: ScreenPlan): string {
  return `${base}/export`
}
