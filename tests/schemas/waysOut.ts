/**
 * How documents end: which steps lead from one state to another, and whether somebody, or the calendar, leads each state to an end. Read off the
 * compiled schemas alone, so that it holds for each menu to come.
 */
import type { EntityActionPlan, EntityPlan, ProductPlan, ScreenPlan } from '../../engine/core/plan'

/**
 * By entity, states that neither its own buttons nor the calendar lead on: what is paid out is paid back by repayments, a bond ends with its loan, goods
 * that secure money are let go by releases and redemptions, these end with their outbound orders, and a document that has booked money has done its
 * work, unless it is taken back the same day.
 */
export const ledByOthers: Record<string, readonly string[]> = {
  loan: ['DISBURSING', 'OUTSTANDING', 'OVERDUE'],
  debtNote: ['NORMAL', 'GRACE', 'OVERDUE'],
  bond: ['UNPAID', 'PARTIAL', 'PAID', 'REFUNDING'],
  pledge: ['EFFECTIVE', 'PARTIAL_RELEASED'],
  pledgeItem: ['EFFECTIVE'],
  pledgeRelease: ['OUTBOUND'],
  redemption: ['CHECKED', 'OUTBOUND'],
  receipt: ['PARTIAL'],
  verification: ['DONE'],
  repayment: ['CONFIRMED'],
  // What is late or short of a stock-in is over when the goods are there: the end of a day sees it.
  warnRecord: ['OPEN'],
  // As long as the loan is beyond its line, goods or cash have to come.
  fill: ['OVERDUE'],
}

/** A button that a standard role has. */
export interface Button {
  screen: ScreenPlan
  /** Of the action in the address; undefined for a deletion. */
  action?: string
  roles: string[]
}

/** One state after another; without `to` the record is deleted. */
export interface Step {
  from: string
  to?: string
  /** What the entity calls it; undefined for a deletion. */
  action?: EntityActionPlan
  /** Who may press it; empty: it is done by the calendar, by another document or by the server's code. */
  buttons: Button[]
  /** Not of every record in the state. */
  conditional?: true
}

/** Every step of an entity that somebody or something takes. */
export function stepsOf(plan: ProductPlan, entity: EntityPlan): Step[] {
  const screens = Object.values(plan.screens).filter((screen) => screen.entity === entity.name)
  const states = Object.values(entity.states ?? {})
  const moved = Object.values(entity.actions).flatMap((action) => {
    const buttons = buttonsOf(plan, screens, action.name)
    if (buttons.length === 0 && action.system === undefined) return []
    const from = action.from.length > 0 ? action.from : states.map(({ code }) => code)
    return from.flatMap((state) => targetsOf(entity, action, state).map((to): Step => ({ from: state, to, action, buttons })))
  })
  const deleters = buttonsOf(plan, screens, undefined)
  const deleted = deleters.length === 0 ? [] : states.filter((state) => state.delete)
  return [
    ...moved,
    ...deleted.map(({ code, deletable }): Step => ({ from: code, buttons: deleters, ...(deletable ? { conditional: true } : {}) })),
  ]
}

/** A change that is given up leads back to where it was asked for. */
function targetsOf({ actions }: EntityPlan, { to, onPending }: EntityActionPlan, state: string): string[] {
  if (onPending !== 'drop') return to
  const asked = Object.values(actions).filter((action) => action.pending && action.to.includes(state))
  return [...to, ...asked.flatMap(({ from }) => from)]
}

function buttonsOf(plan: ProductPlan, screens: ScreenPlan[], name: string | undefined): Button[] {
  return screens.flatMap((screen) =>
    Object.values(screen.actions).flatMap(({ name: button, does, permission = '' }): Button[] => {
      const isIt =
        name === undefined
          ? does.kind === 'delete'
          : (does.kind === 'action' && does.action.name === name) || (does.kind === 'edit' && does.change?.name === name)
      const roles = isIt ? rolesWith(plan, screen.menuName, permission) : []
      // A screen may call an action otherwise.
      const action = does.kind === 'action' ? button : name
      return roles.length === 0 ? [] : [{ screen, roles, ...(action === undefined ? {} : { action }) }]
    }),
  )
}

function rolesWith({ roles }: ProductPlan, menuName: string, permission: string): string[] {
  const code = permission.slice(permission.indexOf('_') + 1)
  return Object.values(roles).flatMap((role) => (role.menus[menuName]?.includes(code) ? [role.code] : []))
}

/** States that a new record can come to. */
export function reachableStates(entity: EntityPlan, steps: readonly Step[]): string[] {
  const reached = new Set(Object.values(entity.states ?? {}).flatMap(({ code, initial }) => (initial ? [code] : [])))
  // A set goes on over what is added to it.
  for (const state of reached) for (const { from, to } of steps) if (from === state && to !== undefined) reached.add(to)
  return [...reached]
}

/** State → the fewest steps by which every record comes to an end: a state that is one, or its deletion. What leads to none is absent. */
export function stepsToAnEnd(entity: EntityPlan, steps: readonly Step[]): Map<string, number> {
  const distances = new Map<string, number>()
  for (const { code, ended } of Object.values(entity.states ?? {})) if (ended) distances.set(code, 0)
  for (let grown = true; grown;) {
    grown = false
    for (const { from, to, conditional } of steps) {
      if (conditional) continue
      const next = (to === undefined ? 0 : (distances.get(to) ?? Infinity)) + 1
      if (next < (distances.get(from) ?? Infinity)) {
        distances.set(from, next)
        grown = true
      }
    }
  }
  return distances
}

/** Documents and master data that somebody works on: those with states and a screen. */
export function entitiesWithStates(plan: ProductPlan): EntityPlan[] {
  const shown = new Set(Object.values(plan.screens).map(({ entity }) => entity))
  return Object.values(plan.entities).filter(({ name, states, view }) => states && view === undefined && shown.has(name))
}
