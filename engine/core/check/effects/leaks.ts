import type { Action } from '../../../spec/generated/entity'
import { expressionDependencies } from '../../expression'
import { parsed } from './figure'
import { drawnByOwn, holdChangeOf, openingsOf, type Bucket, type HoldChange, type Openings } from './holding'
import { bookingsOf } from './booked'
import { inside, placeOfAction, tell, type Place } from './place'
import { initialState, type Effects } from './product'

/** What a record in a state may hold, and by which actions it came to that. */
type Held = Map<Bucket, string[]>

interface Life {
  entity: string
  states: NonNullable<Effects['entities'][string]['states']>
  actions: { name: string; action: Action; change: HoldChange }[]
  openings: Openings
  held: Map<string, Held>
  /** What others have taken over and may give back. */
  lent: Map<string, Held>
}

/**
 * No reservation is forgotten: a record whose life ends holds nothing any more, and one that may hold is neither deleted nor are the fields
 * edited that say how much.
 *
 * For every state this is the least fixed point of "may hold". An action leads from the states of `from` to those of `to` and carries along
 * what may be held, less what it frees for good, uses up (a move of the same form as every move that opened the hold; a field that changes in
 * between is left to the check at run time) or hands over, plus what it opens, takes over, or opens again because it undoes what was used.
 * What is opened for another record (`for`) may be held in each of its states that holds what is drawn on, or else in each that neither ends
 * nor is open to editing: whoever does it has to know the state. What was taken over is given back to a giver that lives, so the giver may
 * hold again in every state that it reaches meanwhile.
 * Then each action from a state that may hold to an ended one says `free`: for all, or for that bucket.
 */
export function checkLeaks(effects: Effects): void {
  const lives = Object.keys(effects.entities).map((entity) => lifeOf(entity, effects))
  const byEntity = new Map(lives.map((life) => [life.entity, life]))
  for (let before = -1, now = 0; before !== now;) {
    before = now
    for (const life of lives) for (const each of life.actions) spread(life, each, byEntity)
    now = lives.reduce((sum, life) => sum + sizeOf(life.held) + sizeOf(life.lent), 0)
  }
  for (const life of lives) {
    for (const each of life.actions) {
      checkFreedFirst(life.entity, each, effects)
      checkEnds(life, each, effects)
    }
    checkOpenStates(life, effects)
  }
}

function lifeOf(entity: string, effects: Effects): Life {
  const whole = effects.entities[entity]
  const openings = openingsOf(entity, effects)
  const actions = Object.entries(whole?.actions ?? {}).map(([name, action]) => ({
    name,
    action,
    change: holdChangeOf(entity, name, action, openings, effects),
  }))
  return { entity, states: whole?.states ?? {}, actions, openings, held: new Map(), lent: new Map() }
}

function sizeOf(held: Life['held']): number {
  return [...held.values()].reduce((sum, buckets) => sum + buckets.size, 0)
}

/** One step of the fixed point: what an action passes on of what is known so far. */
function spread(life: Life, { name, action, change }: Life['actions'][number], lives: ReadonlyMap<string, Life>): void {
  const { entity, states, held, lent } = life
  const by = `${entity}.${name}`
  for (const from of statesOf(action.from, states)) {
    for (const to of targetsOf(life, action, from)) {
      const after = afterwards(held.get(from), change, by)
      if (!isEnded(to, states)) {
        for (const [bucket, how] of after) add(held, to, bucket, how)
        // What others hold does not change with its giver.
        for (const [bucket, how] of lent.get(from) ?? []) add(lent, to, bucket, [...how, ...(to === from ? [] : [by])])
      }
      for (const given of change.given) give(given, after, entity, by, to, lives)
    }
  }
  for (const { entity: other, bucket, having } of change.outward) {
    const life = lives.get(other)
    for (const state of life ? openTo(life, having) : []) if (life) add(life.held, state, bucket, [by])
  }
  for (const { entity: giver, bucket } of change.takenFrom) {
    const life = lives.get(giver)
    for (const [state, buckets] of life?.held ?? [])
      if (life && buckets.has(bucket)) add(life.lent, state, bucket, [...(buckets.get(bucket) ?? []), by])
  }
}

/** What may be held after an action; the order is free, moves, follow-ups. What is handed over is so after all of that. */
function afterwards(before: Held | undefined, change: HoldChange, by: string): Held {
  const after: Held = new Map()
  for (const [bucket, how] of before ?? [])
    if (change.frees !== 'all' && !change.frees.has(bucket) && !change.uses.has(bucket)) after.set(bucket, [...how, by])
  for (const bucket of change.opens) after.set(bucket, [by])
  for (const bucket of change.handsOver) after.delete(bucket)
  return after
}

/** A created record takes over what may be held when it is created; it begins in its first state, or is one that lives already. */
function give(
  { entity, buckets, kept }: HoldChange['given'][number],
  after: Held,
  giver: string,
  by: string,
  state: string,
  lives: ReadonlyMap<string, Life>,
): void {
  const created = lives.get(entity)
  const givers = lives.get(giver)
  const first = initialState(created?.states)
  const inStates = kept ? Object.keys(created?.states ?? {}).filter((each) => !isEnded(each, created?.states ?? {})) : [first ?? '']
  for (const bucket of buckets) {
    if (created) for (const each of inStates) add(created.held, each, bucket, [by])
    if (givers && !isEnded(state, givers.states) && after.has(bucket)) add(givers.lent, state, bucket, [by])
  }
}

/** States of a record that another one opens a hold for. */
function openTo({ states, held }: Life, having: readonly Bucket[] | undefined): string[] {
  if (having) return [...held].flatMap(([state, buckets]) => (having.some((bucket) => buckets.has(bucket)) ? [state] : []))
  const open = Object.entries(states).filter(([, { ended, edit, delete: removed }]) => !ended && !edit && !removed)
  return open.length > 0 || Object.keys(states).length > 0 ? open.map(([state]) => state) : ['']
}

/** A record without states has one without a name. */
function statesOf(from: readonly string[] | undefined, states: Life['states']): readonly string[] {
  const all = Object.keys(states)
  return from ?? (all.length > 0 ? all : [''])
}

/** Where an action leads to; one that drops a change that waits, back to where that was asked for. */
function targetsOf({ actions, states }: Life, { to, onPending }: Action, from: string): string[] {
  const back =
    onPending === 'drop' ? actions.flatMap(({ action }) => (action.pending && action.to === from ? statesOf(action.from, states) : [])) : []
  return [...(to === undefined ? [from] : [to].flat()), ...back]
}

function isEnded(state: string, states: Life['states']): boolean {
  return states[state]?.ended === true
}

function add(held: Life['held'], state: string, bucket: Bucket, how: string[]): void {
  const buckets = held.get(state) ?? new Map<Bucket, string[]>()
  if (!buckets.has(bucket)) buckets.set(bucket, how)
  held.set(state, buckets)
}

function checkEnds(life: Life, { name, action, change }: Life['actions'][number], effects: Effects): void {
  const { entity, states, held, lent } = life
  const by = `${entity}.${name}`
  const place = placeOfAction(entity, name, action.to === undefined ? undefined : 'to', effects.sources, effects.report)
  const mistakes = new Map<string, { bucket: Bucket; how: string[] }[]>()
  for (const from of statesOf(action.from, states)) {
    for (const to of targetsOf(life, action, from)) {
      if (!isEnded(to, states)) continue
      const back = [...(lent.get(from) ?? [])].flatMap(([bucket, how]): [Bucket, string[]][] =>
        change.frees === 'all' || change.frees.has(bucket) ? [] : [[bucket, [...how, by]]],
      )
      const left = [...new Map([...back, ...afterwards(held.get(from), change, by)])].filter(
        ([bucket]) => change.opens.has(bucket) || !change.says.has(bucket),
      )
      if (left.length > 0 && !mistakes.has(to))
        mistakes.set(
          to,
          left.map(([bucket, how]) => ({ bucket, how })),
        )
    }
  }
  for (const [state, left] of mistakes) {
    const buckets = left.map(({ bucket }) => bucket).join(', ')
    const opens = left.every(({ bucket }) => change.opens.has(bucket))
    const how = left[0]?.how.join(' → ') ?? ''
    tell(place, opens ? 'check.leak-opens' : 'check.leak', { action: name, state, buckets, how }, { key: action.to === undefined })
  }
}

/** `free` comes first: a move that draws on what it has freed finds nothing. */
function checkFreedFirst(entity: string, { name, action, change }: Life['actions'][number], effects: Effects): void {
  for (const each of bookingsOf(entity, name, action, effects).booked) {
    const freed = drawnByOwn(each).filter((bucket) => change.frees === 'all' || change.frees.has(bucket))
    if (freed.length > 0) tell(inside(each.place, 'type'), 'check.freed-first', { type: each.move.type, buckets: freed.join(', ') })
  }
}

/**
 * In a state in which a record may hold something, or may get back what was taken over from it, it must not be deleted, and the fields that say
 * what it holds and how much must not be edited.
 */
function checkOpenStates({ entity, states, held, lent, openings }: Life, effects: Effects): void {
  const { sources, report, entities } = effects
  for (const state of new Set([...held.keys(), ...lent.keys()])) {
    const own: Held = held.get(state) ?? new Map()
    const buckets: Held = new Map([...own, ...(lent.get(state) ?? [])])
    const [[bucket, how] = ['', ['']]] = buckets
    if (state === '') {
      const place: Place = { source: `entities/${entity}`, pointer: '', report }
      tell(place, 'check.hold-without-states', { entity, buckets: [...buckets.keys()].join(', '), how: how.join(' → ') })
      continue
    }
    const group = (sources.entities[entity]?.include ?? []).findLast((each) => sources.groups[each]?.states?.[state])
    const isOwn = sources.entities[entity]?.states?.[state] !== undefined || group === undefined
    const place: Place = {
      source: isOwn ? `entities/${entity}` : `groups/${group}`,
      pointer: `/states/${state}`,
      report: isOwn ? report : report.inEntity(entity),
    }
    // A condition is the schema's own word for when nothing is held.
    if (states[state]?.delete === true) tell(inside(place, 'delete'), 'check.held-deletable', { state, bucket, how: how.join(' → ') })
    const edit = states[state]?.edit
    // How much comes back is known from the holds. Only for what the record has opened itself is it known from its fields.
    if (edit === undefined || edit === false || own.size === 0) continue
    const whole = entities[entity]
    const isOpen = (name: string): boolean => edit === true || edit.includes(name)
    const typed = [...own.keys()].flatMap((each) =>
      (openings.get(each) ?? []).flatMap((step) => readBy('take' in step ? step.take : step.move)),
    )
    const editable = typed.find((name) => isTyped(name, whole, isOpen))
    if (editable !== undefined) tell(inside(place, 'edit'), 'check.held-editable', { state, bucket, field: editable, how: how.join(' → ') })
  }
}

/** Fields and line tables of the record that say how much is opened, and of which balance. */
function readBy({ each, of, amount }: { each?: string; of?: string | object; amount: string | object }): string[] {
  const texts = [amount, of ?? ''].flatMap((part) => (typeof part === 'string' ? [part] : textsIn(part)))
  const paths = texts.flatMap((text) => {
    const expression = text === '' ? undefined : parsed(text)
    return expression ? expressionDependencies(expression) : []
  })
  return [...(each === undefined ? [] : [each]), ...paths.map((path) => path.split('.')[0] ?? '')]
}

function textsIn(part: object): string[] {
  return Object.values(part).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? textsIn(value) : [],
  )
}

/** Whether people edit it; a formula is edited by what it reads. */
function isTyped(
  name: string,
  whole: Effects['entities'][string] | undefined,
  isOpen: (name: string) => boolean,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  const line = whole?.lines?.[name]
  if (line) return line.system === undefined && isOpen(name)
  const field = whole?.fields[name]
  if (field === undefined || seen.has(name)) return false
  if (field.value === undefined) return field.system === undefined && field.query === undefined && isOpen(name)
  const formula = parsed(field.value)
  const read = formula ? expressionDependencies(formula) : []
  return read.some((path) => isTyped(path.split('.')[0] ?? '', whole, isOpen, new Set([...seen, name])))
}
