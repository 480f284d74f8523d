import type { Action } from '../../spec/generated/entity'
import type { Ledger } from '../../spec/generated/ledger'
import type {
  CreatePlan,
  EffectsPlan,
  FreePlan,
  HolderPlan,
  KeepPlan,
  JournalPlan,
  LedgerPlan,
  MovePlan,
  Path,
  PerformPlan,
  PlacePlan,
  RowSketchPlan,
  SumPlan,
  TakePlan,
} from '../plan/effects'
import type { Expression } from '../expression'
import { compileExpression, compileOptional } from './expression'
import type { ResolvedEntity } from '../sources/groups'
import { lookUp } from '../sources/lookUp'
import { optional } from '../sources/optional'
import type { ProductSources } from '../sources/sources'
import { compileOptionalWhere, statesOf } from '../sources/where'

type Step = NonNullable<Action['moves']>[number]
export type Move = Extract<Step, { type: string }>
export type Take = Exclude<Step, Move>
type Follow = NonNullable<Action['then']>[number]
export type Create = Extract<Follow, { create: string }>
export type Perform = Exclude<Follow, Create>
export type Free = Exclude<NonNullable<Action['free']>, true>[number]
type Amount = Move['amount']

/** The one amount of a type that does not name its amounts. */
export const ONE_AMOUNT = 'amount'

/** What an action does beyond its own record; undefined when it does nothing. */
export function compileEffects(action: Action, sources: ProductSources): EffectsPlan | undefined {
  const { free, undo, moves = [], then = [], refresh = [] } = action
  if (free === undefined && undo === undefined && moves.length + then.length + refresh.length === 0) return undefined
  return {
    moves: moves.map((step) => ('type' in step ? compileMove(step) : compileTake(step))),
    follow: then.map((step) => ('create' in step ? compileCreate(step, sources) : compilePerform(step))),
    refresh: refresh.map(pathOf),
    ...optional({
      free: free === true ? true : free?.map(compileFree),
      undo: typeof undo === 'string' ? { action: undo, tree: false } : undo && { action: undo.action, tree: undo.tree === true },
    }),
  }
}

export function compileLedger(name: string, ledger: Ledger): LedgerPlan {
  const { journal } = ledger
  return {
    name,
    title: ledger.title,
    rank: ledger.rank,
    balances: Object.fromEntries(Object.entries(ledger.balances).map(([entity, field]) => [entity, field === true ? '' : field])),
    buckets: ledger.buckets,
    types: movementTypes(ledger),
    also: (ledger.also ?? []).map(({ balance, on, types }) => ({
      balance,
      on,
      ...optional({ types: types && Object.fromEntries(Object.entries(types).map(([type, there]) => [type, typeName(there)])) }),
    })),
    limits: (ledger.limits ?? []).map(({ that, on, refusal, params }) => ({
      that: compileExpression(that),
      on,
      params: expressionsOf(params),
      ...optional({ refusal }),
    })),
    holders: (ledger.holders ?? []).map(({ bucket, entity, each, of, amount, when }): HolderPlan => ({
      bucket,
      entity,
      of: pathOf(of),
      amount: compileExpression(amount),
      ...optional({ each, when: compileOptional(when) }),
    })),
    ...optional({
      journal: journal === true ? undefined : compileJournal(journal),
      short: ledger.short,
    }),
  }
}

function compileJournal({ entity, type, set, ofDocument = [], noted = [], undone }: Exclude<Ledger['journal'], true>): JournalPlan {
  return { entity, type, set: expressionsOf(set), ofDocument, noted, undone: expressionsOf(undone) }
}

/** The fields of an entity and its line tables that are kept as sums of others. */
export function compileSums(name: string, entity: ResolvedEntity, sources: ProductSources): SumPlan[] {
  const tables = [
    { fields: entity.fields, lines: undefined },
    ...Object.entries(entity.lines ?? {}).map(([lines, line]) => ({ fields: line.fields, lines })),
  ]
  return tables.flatMap(({ fields, lines }) =>
    Object.entries(fields).flatMap(([field, declared]) => {
      if (!('sumOf' in declared) || !declared.sumOf) return []
      const { entity: of, lines: ofLines, by, field: summed, where, atMost, refusal, params } = declared.sumOf
      return [
        {
          entity: name,
          field,
          of: {
            entity: of,
            by,
            field: summed,
            ...optional({ lines: ofLines, where: compileOptionalWhere(where, statesOf(of, sources, name)) }),
          },
          params: expressionsOf(params),
          ...optional({ lines, atMost: compileOptional(atMost), refusal }),
        },
      ]
    }),
  )
}

/** The types of a ledger by name, those of one amount like those of several. */
export function movementTypes(ledger: Ledger): LedgerPlan['types'] {
  return Object.fromEntries(Object.entries(ledger.types).map(([type, declared]) => [type, compileType(type, declared)]))
}

function compileType(name: string, { title, as: shown, by, inverse, final }: Ledger['types'][string]): LedgerPlan['types'][string] {
  const signs = Object.fromEntries(
    Object.entries(by).map(([bucket, sign]) => [bucket, typeof sign === 'number' ? { [ONE_AMOUNT]: sign } : sign] as const),
  )
  const amounts = [...new Set(Object.values(signs).flatMap((sign) => Object.keys(sign)))]
  return {
    name,
    amounts: amounts.length === 0 ? [ONE_AMOUNT] : amounts,
    by: signs,
    final: final === true,
    ...optional({ title, shown, inverse }),
  }
}

function compileMove(move: Move): MovePlan {
  const { each, of, from, for: holder, note, when } = move
  return {
    kind: 'move',
    ...typeName(move.type),
    of: placeOf(of),
    amounts: amountsOf(move.amount),
    ...optional({
      each,
      from: optionalPath(from),
      for: optionalPath(holder),
      note: note && expressionsOf(note),
      when: compileOptional(when),
    }),
  }
}

function compileTake({ take, each, of, from, amount, keep, when }: Take): TakePlan {
  return {
    kind: 'take',
    ...bucketName(take),
    of: placeOf(of),
    from: pathOf(from),
    amount: compileExpression(amount),
    ...optional({ each, keep: keep === undefined ? undefined : keepOf(keep), when: compileOptional(when) }),
  }
}

function compileFree({ hold, each, of, amount, when }: Free): FreePlan {
  return {
    ...bucketName(hold),
    ...optional({ each, of: of === undefined ? undefined : placeOf(of), amount: compileOptional(amount), when: compileOptional(when) }),
  }
}

/** @throws EngineError compile.unknown-name for a template that there is not */
function compileCreate(step: Create, sources: ProductSources): CreatePlan {
  const { create, each, when, key, with: fields, lines, takes, moves, keep, through, onUndo, orSkip } = withTemplate(step, sources)
  return {
    kind: 'create',
    entity: create,
    with: expressionsOf(fields),
    lines: Object.fromEntries(Object.entries(lines ?? {}).map(([table, rows]) => [table, rows.map(compileRow)])),
    takes: (takes ?? []).map(bucketName),
    moves: (moves ?? []).map((move) => ({
      ...typeName(move.type),
      amounts: amountsOf(move.amount),
      ...optional({ when: compileOptional(move.when) }),
    })),
    ...optional({ each, key, keep: keep === undefined ? undefined : keepOf(keep), through, onUndo, orSkip, when: compileOptional(when) }),
  }
}

/** What the step says itself goes on top of its template, fields and line tables by name. */
export function withTemplate(step: Create, sources: ProductSources): Create {
  if (step.use === undefined) return step
  const [file = '', name = ''] = step.use.split('.')
  const template = lookUp(lookUp(sources.templates ?? {}, file, 'templates', step.use).templates, name, 'template', step.use)
  return { ...template, ...step, with: { ...template.with, ...step.with }, lines: { ...template.lines, ...step.lines } }
}

type RowSketch = NonNullable<Create['lines']>[string][number]

function compileRow({ each, when, fields, nonZero }: RowSketch): RowSketchPlan {
  return { fields: expressionsOf(fields), nonZero: nonZero ?? [], ...optional({ each, when: compileOptional(when) }) }
}

function compilePerform({ perform, on, each, once, form, when }: Perform): PerformPlan {
  return {
    kind: 'perform',
    action: perform,
    on: typeof on === 'string' ? pathOf(on) : thoseOf(on),
    once: once === true,
    form: expressionsOf(form),
    ...optional({ each, when: compileOptional(when) }),
  }
}

function thoseOf(on: Exclude<Perform['on'], string>): Exclude<PerformPlan['on'], Path> {
  const [entity = '', where = {}] = Object.entries(on)[0] ?? []
  return {
    entity,
    where: Object.fromEntries(
      Object.entries(where).map(([field, value]) => [field, typeof value === 'string' ? compileExpression(value) : value]),
    ),
  }
}

function placeOf(of: Move['of']): PlacePlan {
  if (typeof of === 'string') return { path: pathOf(of) }
  const [entity = '', key = {}] = Object.entries(of)[0] ?? []
  return { entity, key: expressionsOf(key) }
}

function amountsOf(amount: Amount): Record<string, Expression> {
  return typeof amount === 'string' ? { [ONE_AMOUNT]: compileExpression(amount) } : expressionsOf(amount)
}

function expressionsOf(sources: Record<string, string> | undefined): Record<string, Expression> {
  return Object.fromEntries(Object.entries(sources ?? {}).map(([name, source]) => [name, compileExpression(source)]))
}

export function pathOf(path: string): Path {
  return path.split('.')
}

function optionalPath(path: string | undefined): Path | undefined {
  return path === undefined ? undefined : pathOf(path)
}

function keepOf(keep: string): KeepPlan {
  return keep.startsWith('it.') ? { row: true, field: keep.slice('it.'.length) } : { row: false, field: keep }
}

/** `<ledger>.<TYPE>` */
export function typeName(name: string): { ledger: string; type: string } {
  const [ledger = '', type = ''] = name.split('.')
  return { ledger, type }
}

/** `<ledger>.<bucket>` */
export function bucketName(name: string): { ledger: string; bucket: string } {
  const [ledger = '', bucket = ''] = name.split('.')
  return { ledger, bucket }
}
