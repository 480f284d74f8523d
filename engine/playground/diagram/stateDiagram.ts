/** The states of an entity and how a record goes from one to the next, read off the plan: who may, what is booked, which documents follow. */
import { mayDo } from '../../core/permission'
import type { EffectsPlan } from '../../core/plan/effects'
import type { EntityActionPlan, EntityPlan, ProductPlan } from '../../core/plan'
import type { PlaygroundRole } from '../contents'
import { sayPreview } from '../previewMessages'

export interface StateNode {
  /** Of the state; `anyState` and `beginning` are none. */
  code: string
  title: string
  color: string
  ended: boolean
}

export interface StateAction {
  name: string
  title: string
  /** Roles that have it, by name; the system, where it performs it itself. */
  who: string[]
  /** What it books, and what follows it, in words. */
  effects: string[]
}

/** All actions that lead from one state to another, or leave the record where it is. */
export interface StateEdge {
  from: string
  to: string
  actions: StateAction[]
}

export interface StateDiagram {
  title: string
  nodes: StateNode[]
  edges: StateEdge[]
}

/** Stands for every state, where an action starts from any. */
export const anyState = '*'
/** Where a record is before there is one. */
export const beginning = '+'

/** Undefined for an entity without states. */
export function stateDiagramOf(entity: EntityPlan, plan: ProductPlan, roles: readonly PlaygroundRole[]): StateDiagram | undefined {
  const states = Object.values(entity.states ?? {})
  if (states.length === 0) return undefined
  const edges = new Map<string, StateEdge>()
  const lead = (from: string, to: string, action: StateAction): void => {
    const key = `${from} ${to}`
    const edge = edges.get(key) ?? { from, to, actions: [] }
    edges.set(key, { ...edge, actions: [...edge.actions, action] })
  }
  for (const { code, initial } of states) if (initial) lead(beginning, code, creation(entity, plan, roles))
  for (const action of Object.values(entity.actions)) {
    const described = describe(action, entity, plan, roles)
    for (const from of action.from.length === 0 ? [anyState] : action.from)
      for (const to of action.to.length === 0 ? [from] : action.to) lead(from, to, described)
  }
  const all = [...edges.values()]
  const used = new Set(all.flatMap(({ from, to }) => [from, to]))
  const outside = [
    { code: beginning, title: sayPreview('diagram.beginning') },
    { code: anyState, title: sayPreview('diagram.anyState') },
  ].filter(({ code }) => used.has(code))
  return {
    title: entity.title,
    nodes: [
      ...outside.map((node) => ({ ...node, color: 'default', ended: false })),
      ...states.map(({ code, title, color, ended = false }) => ({ code, title, color, ended })),
    ],
    edges: all,
  }
}

function creation(entity: EntityPlan, plan: ProductPlan, roles: readonly PlaygroundRole[]): StateAction {
  const codes = screensOf(entity, plan).flatMap(({ actions }) => actions['add']?.permission ?? [])
  return { name: 'add', title: sayPreview('diagram.add'), who: whoHas(codes, roles), effects: [] }
}

function describe(
  { name, title, system }: EntityActionPlan,
  entity: EntityPlan,
  plan: ProductPlan,
  roles: readonly PlaygroundRole[],
): StateAction {
  const buttons = screensOf(entity, plan).flatMap(({ actions }) => Object.values(actions))
  const codes = buttons.flatMap(({ does, permission }) => {
    const performed = does.kind === 'action' ? does.action : does.kind === 'edit' ? does.change : undefined
    return performed?.name === name && permission !== undefined ? [permission] : []
  })
  const own = whoHas(codes, roles)
  return {
    name,
    title,
    who: system === undefined ? own : [...own, sayPreview('diagram.system')],
    effects: effectsOf(entity.effects[name], plan, entity),
  }
}

function screensOf({ name }: EntityPlan, { screens }: ProductPlan) {
  return Object.values(screens).filter(({ entity }) => entity === name)
}

function whoHas(codes: readonly string[], roles: readonly PlaygroundRole[]): string[] {
  return roles.filter(({ subMenus }) => codes.some((code) => mayDo(subMenus, code))).map(({ name }) => name)
}

function effectsOf(effects: EffectsPlan | undefined, plan: ProductPlan, entity: EntityPlan): string[] {
  if (!effects) return []
  const ledgerTitle = (name: string): string => plan.ledgers[name]?.title ?? name
  const moves = effects.moves.map((move) =>
    move.kind === 'move'
      ? sayPreview('diagram.move', {
          ledger: ledgerTitle(move.ledger),
          type: plan.ledgers[move.ledger]?.types[move.type]?.title ?? move.type,
        })
      : sayPreview('diagram.take', { ledger: ledgerTitle(move.ledger) }),
  )
  const freed = effects.free ? [sayPreview('diagram.free')] : []
  const undone = effects.undo
    ? [sayPreview('diagram.undo', { action: entity.actions[effects.undo.action]?.title ?? effects.undo.action })]
    : []
  const follow = effects.follow.map((step) => {
    if (step.kind === 'create') return sayPreview('diagram.create', { entity: plan.entities[step.entity]?.title ?? step.entity })
    const names = typeof step.action === 'string' ? [step.action] : Object.values(step.action)
    const of = 'entity' in step.on ? plan.entities[step.on.entity] : undefined
    const titles = [...new Set(names.map((name) => titleOfAction(name, of, plan)))].join(sayPreview('explain.comma'))
    return of ? sayPreview('diagram.performOn', { entity: of.title, action: titles }) : sayPreview('diagram.perform', { action: titles })
  })
  return [...new Set([...freed, ...undone, ...moves, ...follow])]
}

/** Where references lead is not said in the plan, so of an action of others the first title counts. */
function titleOfAction(name: string, of: EntityPlan | undefined, { entities }: ProductPlan): string {
  return (of ?? Object.values(entities).find(({ actions }) => actions[name]))?.actions[name]?.title ?? name
}

/** Who may carry out an action. */
export function whoText({ who }: StateAction): string {
  return sayPreview('diagram.who', { who: who.length === 0 ? sayPreview('diagram.nobody') : who.join(sayPreview('explain.comma')) })
}

/** The same as the picture, in sentences: one for each action and the way it goes, and one for each state that no action leads to. */
export function sentencesOf({ nodes, edges }: StateDiagram): string[] {
  const titles = new Map(nodes.map(({ code, title }) => [code, title]))
  const reached = new Set(edges.flatMap(({ from, to }) => (from === to ? [] : [to])))
  const others = nodes.filter(({ code }) => code !== beginning && code !== anyState && !reached.has(code))
  return [
    ...edges.flatMap(({ from, to, actions }) =>
      actions.map((action) => {
        const names = { from: titles.get(from), to: titles.get(to) }
        const way = sayPreview(from === to ? 'diagram.stays' : 'diagram.goes', names)
        return [sayPreview('diagram.sentence', { title: action.title, way }), whoText(action), ...action.effects].join(
          sayPreview('explain.and'),
        )
      }),
    ),
    ...others.map(({ title }) => sayPreview('diagram.byRule', { title })),
  ]
}
