import type { Action } from '../../../spec/generated/entity'
import type { Create } from '../../compile/effects'
import { performedOn } from './follow'
import { withEach } from './moves'
import { checkPath } from './paths'
import { silent } from './booked'
import { inside, placeOfAction, type Place } from './place'
import { actionsOf, type Effects } from './product'
import { resolveCreate } from './template'

/** An action of an entity, `request.send`. */
export interface Run {
  entity: string
  action: string
}

/** What a run causes by one of its steps. */
export type Caused =
  | { kind: 'performed'; run: Run; place: Place; form: string[] }
  | { kind: 'created'; entity: string; create: Create; place: Place; at: (keyword: keyof Create, entry?: string) => Place }

/** What each action of the product causes directly, by its steps as they stand in the schema. */
export type Graph = ReadonlyMap<string, Caused[]>

export function runKey({ entity, action }: Run): string {
  return `${entity}.${action}`
}

export function graphOf(effects: Effects): Graph {
  return new Map(actionsOf(effects).map(({ entity, name, action }) => [`${entity}.${name}`, causedBy(entity, name, action, effects)]))
}

function causedBy(entity: string, name: string, action: Action, effects: Effects): Caused[] {
  const record = effects.entities[entity]
  if (!record) return []
  const then = placeOfAction(entity, name, 'then', effects.sources, effects.report)
  return (action.then ?? []).flatMap((step, index): Caused[] => {
    const place = inside(then, index)
    if ('create' in step) {
      const created = resolveCreate(silent(place), step, entity, effects)
      const reported = resolveCreate(place, step, entity, effects)
      if (!created || !reported || !effects.entities[created.create.create]) return []
      return [{ kind: 'created', entity: created.create.create, create: created.create, place, at: reported.at }]
    }
    const inner = withEach(silent(place), step.each, { entity, record, action })
    const targets = typeof step.on === 'string' ? checkPath(silent(place), step.on, inner, effects) : Object.keys(step.on)
    return performedOn(targets ?? [], step).flatMap(([target, performed]): Caused[] =>
      effects.entities[target]?.actions?.[performed]
        ? [
            {
              kind: 'performed',
              run: { entity: target, action: performed },
              place: inside(place, 'perform', ...(typeof step.perform === 'string' ? [] : [target])),
              form: Object.keys(step.form ?? {}),
            },
          ]
        : [],
    )
  })
}

/** The runs that a run takes back: of the action that it names, and of those that it is the inverse of. Undefined tree: its own facts alone. */
export function undoneBy({ entity, action: name }: Run, { entities }: Effects): { run: Run; tree: boolean }[] {
  const actions = entities[entity]?.actions ?? {}
  const undo = actions[name]?.undo
  const undoing =
    undo === undefined ? [] : [typeof undo === 'string' ? { action: undo, tree: false } : { action: undo.action, tree: undo.tree === true }]
  const inverted = Object.entries(actions).flatMap(([other, { inverse }]) => (inverse === name ? [{ action: other, tree: true }] : []))
  return [...undoing, ...inverted].flatMap(({ action, tree }) => (actions[action] ? [{ run: { entity, action }, tree }] : []))
}

/** The runs that a run leads to directly: performed, gone through by what is created, and taking back what it undoes. */
export function nextRuns(run: Run, graph: Graph, effects: Effects): { run: Run; place: Place }[] {
  const forth = (graph.get(runKey(run)) ?? []).flatMap((caused) =>
    caused.kind === 'performed'
      ? [{ run: caused.run, place: caused.place }]
      : existing({ entity: caused.entity, action: caused.create.through }, caused.at('through'), effects),
  )
  const back = undoneBy(run, effects).flatMap(({ run: undone, tree }) => (tree ? (graph.get(runKey(undone)) ?? []) : []))
  const keyword = effects.entities[run.entity]?.actions?.[run.action]?.undo === undefined ? undefined : 'undo'
  const place = placeOfAction(run.entity, run.action, keyword, effects.sources, effects.report)
  return [...forth, ...back.flatMap((caused) => takingBack(caused, effects).flatMap((each) => existing(each, place, effects)))]
}

/** What takes back a step that is undone: the inverse of what was performed, or what the step says for what it has created. */
function takingBack(caused: Caused, { entities }: Effects): { entity: string; action: string | undefined }[] {
  if (caused.kind === 'performed')
    return [{ entity: caused.run.entity, action: entities[caused.run.entity]?.actions?.[caused.run.action]?.inverse }]
  const { entity, create } = caused
  return [
    { entity, action: create.onUndo },
    { entity, action: create.through === undefined ? undefined : entities[entity]?.actions?.[create.through]?.inverse },
  ]
}

function existing(
  { entity, action }: { entity: string; action: string | undefined },
  place: Place,
  { entities }: Effects,
): { run: Run; place: Place }[] {
  return action !== undefined && entities[entity]?.actions?.[action] ? [{ run: { entity, action }, place }] : []
}
