import { carriedTypes } from './amounts'
import { bookingsOf } from './booked'
import { runKey, type Graph, type Run } from './graph'
import { placeOfAction, inside, tell, type Place } from './place'
import { openingsOf } from './holding'
import { actionsOf, type Effects, type KnownLedger } from './product'

/**
 * What is undone can be: every movement of the runs that are taken back has an inverse, and with `tree` every action that they perform has one
 * and every record that they create says by which action it goes back.
 */
export function checkUndo(graph: Graph, effects: Effects): void {
  const reported = new Set<string>()
  for (const { entity, name, action } of actionsOf(effects)) {
    if (action.undo === undefined) continue
    const undo = typeof action.undo === 'string' ? { action: action.undo } : action.undo
    if (!effects.entities[entity]?.actions?.[undo.action]) continue
    const by = `${entity}.${name}`
    const place = placeOfAction(entity, name, 'undo', effects.sources, effects.report)
    const first = { entity, action: undo.action }
    if (!doesAnything(first, graph, effects)) tell(place, 'check.undo-nothing', { name: undo.action })
    const seen = new Set<string>()
    const walk = (run: Run): void => {
      if (seen.has(runKey(run))) return
      seen.add(runKey(run))
      checkMovements(run, by, reported, effects)
      if (undo.tree) checkCaused(run, by, graph, reported, effects, walk)
    }
    walk(first)
  }
}

function doesAnything({ entity, action }: Run, graph: Graph, { entities }: Effects): boolean {
  const { moves, free } = entities[entity]?.actions?.[action] ?? {}
  return moves !== undefined || free !== undefined || (graph.get(runKey({ entity, action })) ?? []).length > 0
}

function checkCaused(run: Run, by: string, graph: Graph, reported: Set<string>, effects: Effects, walk: (run: Run) => void): void {
  const backs = new Map<string, string | undefined>()
  for (const caused of graph.get(runKey(run)) ?? []) {
    if (caused.kind === 'performed') {
      const { entity, action } = caused.run
      const inverse = effects.entities[entity]?.actions?.[action]?.inverse
      if (inverse === undefined) once(reported, caused.place, 'check.undo-inverse', { name: `${entity}.${action}`, by })
      walk(caused.run)
      continue
    }
    const { entity, create } = caused
    if (create.onUndo === undefined) once(reported, caused.at('create'), 'check.undo-create', { entity, by })
    // Of several steps that create the same kind the server asks the first.
    else if (backs.has(entity) && backs.get(entity) !== create.onUndo) once(reported, caused.at('onUndo'), 'check.undo-twice', { entity })
    if (!backs.has(entity)) backs.set(entity, create.onUndo)
    const through = create.through === undefined ? undefined : effects.entities[entity]?.actions?.[create.through]
    // Without an inverse, the action that takes the record back sees to it.
    if (create.through !== undefined && through?.inverse !== undefined) walk({ entity, action: create.through })
  }
}

/** Movements of its own steps, those that give holds back, and those that are carried along. */
function checkMovements({ entity, action: name }: Run, by: string, reported: Set<string>, effects: Effects): void {
  const action = effects.entities[entity]?.actions?.[name]
  if (!action) return
  const { booked, freed } = bookingsOf(entity, name, action, effects)
  for (const { place, ledger, type, balances } of booked) {
    const last = finalType(ledger, type.name, balances, effects)
    if (last !== undefined) once(reported, inside(place, 'type'), 'check.undo-final', { type: last, by })
  }
  for (const { place, ledger, bucket } of freed) {
    const back = ledger.source.buckets[bucket]?.held
    const last = back === undefined ? undefined : finalType(ledger, back, Object.keys(ledger.source.balances), effects)
    if (last !== undefined) once(reported, inside(place, 'hold'), 'check.undo-final', { type: last, by })
  }
  if (action.free !== true) return
  const place = placeOfAction(entity, name, 'free', effects.sources, effects.report)
  const openings = openingsOf(entity, effects)
  for (const ledger of Object.values(effects.ledgers))
    for (const [bucket, { held }] of Object.entries(ledger.source.buckets)) {
      if (held === undefined || !openings.has(`${ledger.name}.${bucket}`)) continue
      const last = finalType(ledger, held, Object.keys(ledger.source.balances), effects)
      if (last !== undefined) once(reported, place, 'check.undo-final', { type: last, by })
    }
}

/** The type, here or where it is carried, that nothing takes back. */
function finalType(
  ledger: KnownLedger,
  type: string,
  balances: readonly string[],
  effects: Effects,
  seen: ReadonlySet<string> = new Set(),
): string | undefined {
  const name = `${ledger.name}.${type}`
  if (seen.has(name)) return undefined
  if (ledger.source.types[type]?.inverse === undefined) return name
  return carriedTypes(ledger, type, balances, effects)
    .map((there) => finalType(there.ledger, there.type.name, there.balances, effects, new Set([...seen, name])))
    .find((found) => found !== undefined)
}

type UndoMistake = 'check.undo-inverse' | 'check.undo-create' | 'check.undo-twice' | 'check.undo-final'

/** Several undos may lead to one place. */
function once(reported: Set<string>, place: Place, code: UndoMistake, params: Record<string, unknown>): void {
  const key = `${place.source}${place.pointer} ${code}`
  if (!reported.has(key)) tell(place, code, params)
  reported.add(key)
}
