/** E-40, step 6: what is warned of, what no longer is, and fills that are asked for by it (domain 50, E.6). */
import { sql } from 'kysely'
import { compareDecimals, roundDecimal } from '../../../engine/core/decimal'
import { daysBetween } from '../../../engine/core/dateTime'
import { autoFillTypes, isGraver, warnContent, warnTypes, type WarnType } from '../../rules/warning'
import { openFillOf, requiredOfWarning } from '../rules/fill'
import { notifyOfWarning } from '../rules/warnRecord'
import type { StepHandler, StepRun } from '../ruleTypes'
import { findingsOf, type Finding } from '../warnings/measures'

export const raiseWarnings: StepHandler = async (run) => {
  for (const warnType of warnTypes) {
    run.signal.throwIfAborted()
    await raise(run, warnType)
  }
}

/** A warning that is not closed yet. */
interface OpenWarning {
  id: string
  docType: string | null
  docId: string
  goodsId: string | null
  warnLevel: string
  warnDate: string
  status: string
}

const keyOf = ({ docType, docId, goodsId }: Pick<OpenWarning, 'docType' | 'docId' | 'goodsId'>): string =>
  `${docType ?? ''} ${docId} ${goodsId ?? ''}`

async function raise(run: StepRun, warnType: WarnType): Promise<void> {
  const { kysely, day } = run
  const findings = new Map((await findingsOf(kysely, warnType, day)).map((finding) => [keyOf(finding), finding]))
  const rows: OpenWarning[] = await kysely
    .selectFrom('warn_record')
    .select([
      'id',
      'doc_type as docType',
      'doc_id as docId',
      'goods_id as goodsId',
      'warn_level as warnLevel',
      'warn_date as warnDate',
      'status',
    ])
    .where('warn_type', '=', warnType)
    .where('status', 'in', ['OPEN', 'HANDLING', 'HANDLED'])
    .orderBy('id')
    .execute()
  const open = new Map(rows.map((row) => [keyOf(row), row]))

  await keepUp(run, warnType, pairsOf(open, findings))
  const fresh = [...findings].flatMap(([key, finding]) => (open.has(key) ? [] : [finding]))
  await begin(run, warnType, fresh)
  const over = rows.filter((row) => row.status !== 'HANDLED' && !findings.has(keyOf(row)))
  await run.each(
    over,
    ({ id }) => ({ entity: 'warnRecord', id, action: 'recover' }),
    (tools, { id }) => tools.perform('warnRecord', id, 'recover'),
  )
  if (autoFillTypes.includes(warnType)) await askForFills(run, warnType, findings)
}

interface Pair {
  warning: OpenWarning
  finding: Finding
}

function pairsOf(open: ReadonlyMap<string, OpenWarning>, findings: ReadonlyMap<string, Finding>): Pair[] {
  return [...open].flatMap(([key, warning]) => {
    const finding = findings.get(key)
    return finding ? [{ warning, finding }] : []
  })
}

/** Figures of a finding as its record keeps them. */
function figuresOf(warnType: WarnType, day: string, finding: Finding, warnDate: string) {
  return {
    warnLevel: finding.warnLevel,
    ruleId: finding.ruleId,
    content: warnContent({ ...finding, warnType }),
    currentValue: roundDecimal(finding.value, 6),
    thresholdValue: roundDecimal(finding.threshold, 6),
    lastDays: daysBetween(warnDate, day),
  }
}

type Figures = ReturnType<typeof figuresOf> & { id: string }

/** How many records one statement brings up to date. */
const atOnce = 500

/**
 * What is still so is brought up to date every day, which is not a change that anybody made: neither its version nor its history says so. Another
 * level is.
 */
async function keepUp({ day, together, each }: StepRun, warnType: WarnType, pairs: readonly Pair[]): Promise<void> {
  const figures = pairs.map(({ warning, finding }) => ({ id: warning.id, ...figuresOf(warnType, day, finding, warning.warnDate) }))
  for (let from = 0; from < figures.length; from += atOnce) {
    const some = sql<Figures>`json_to_recordset(${JSON.stringify(figures.slice(from, from + atOnce))}::json) as f(id bigint, "ruleId" bigint,
      content text, "currentValue" numeric, "thresholdValue" numeric, "lastDays" integer)`
    await together(async ({ trx }) => {
      await trx
        .updateTable('warn_record')
        .from(sql<Figures>`(select * from ${some})`.as('f'))
        .set((f) => ({
          rule_id: f.ref('f.ruleId'),
          content: f.ref('f.content'),
          current_value: f.ref('f.currentValue'),
          threshold_value: f.ref('f.thresholdValue'),
          exceed_value: sql`abs(f."currentValue" - f."thresholdValue")`,
          last_days: f.ref('f.lastDays'),
        }))
        .whereRef('warn_record.id', '=', 'f.id')
        .execute()
    })
  }
  await each(
    pairs.filter(({ warning, finding }) => warning.warnLevel !== finding.warnLevel),
    ({ warning }) => ({ entity: 'warnRecord', id: warning.id, action: 'level' }),
    async (tools, { warning, finding }) => {
      await tools.set('warnRecord', warning.id, { warnLevel: finding.warnLevel })
      if (isGraver(finding.warnLevel, warning.warnLevel)) await notifyOfWarning(tools, warning.id)
    },
  )
}

/** A new warning for each, and whom its rule names is told. */
async function begin({ day, several }: StepRun, warnType: WarnType, findings: readonly Finding[]): Promise<void> {
  await several(
    findings,
    ({ docType, docId, goodsId }) => ({ entity: docType as 'loan', id: docId, action: `warn ${warnType} ${goodsId ?? ''}`.trim() }),
    async (tools, rows) => {
      const ids = await tools.createAll(
        'warnRecord',
        rows.map((finding) => ({
          warnType,
          warnDate: day,
          borrowerId: finding.borrowerId,
          departmentId: finding.departmentId,
          fundingPartyId: finding.fundingPartyId,
          loanId: finding.loanId,
          goodsId: finding.goodsId,
          warehouseId: finding.warehouseId,
          stockBatchId: finding.stockBatchId,
          docType: finding.docType as 'loan',
          docId: finding.docId,
          docNo: finding.docNo,
          ...figuresOf(warnType, day, finding, day),
        })),
      )
      for (const id of ids) await notifyOfWarning(tools, id)
    },
  )
}

/** From L2 on a fill is asked for, once: not while the loan has one, nor where nothing is missing. */
async function askForFills({ kysely, each }: StepRun, warnType: WarnType, findings: ReadonlyMap<string, Finding>): Promise<void> {
  const grave = [...findings.values()].filter(({ warnLevel, autoFill }) => warnLevel !== 'L1' && autoFill !== false)
  const ids = grave.map(({ docId }) => docId)
  if (ids.length === 0) return
  const rows = await kysely
    .selectFrom('warn_record')
    .select('id')
    .where('warn_type', '=', warnType)
    .where('doc_id', 'in', ids)
    .where('status', 'in', ['OPEN', 'HANDLING'])
    .where('loan_id', 'is not', null)
    .orderBy('id')
    .execute()
  await each(
    rows,
    ({ id }) => ({ entity: 'warnRecord', id, action: 'createFill' }),
    async (tools, { id }) => {
      const warning = await tools.load('warnRecord', id)
      if (warning.loanId === null || (await openFillOf(tools, warning.loanId))) return
      const { requiredCash } = await requiredOfWarning(tools, warning)
      if (compareDecimals(requiredCash, '0') > 0) await tools.perform('warnRecord', id, 'createFill', {})
    },
  )
}
