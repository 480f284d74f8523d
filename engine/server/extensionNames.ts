import { isEngineStep } from '../core/engineSteps'
import type { EntityPlan, FieldPlan, ProductPlan } from '../core/plan'
import type { ProductExtensions } from './extensions'

type Kind = Exclude<keyof ProductExtensions, 'refusals' | 'systems' | 'inbound'>

/** In words, every name in the plan that has no function and every function that no name leads to; the server does not boot with any. */
export function extensionProblems(plan: ProductPlan, extensions: ProductExtensions): string[] {
  const namesInPlan = namesOf(plan)
  const refusals = refusalsOf(plan).filter(([name]) => !Object.hasOwn(extensions.refusals, name))
  const unknown = refusals.map(([name, place]) => `${place}: there is no refusal named ${name}`)
  const others = (Object.keys(namesInPlan) as Kind[]).flatMap((kind) => {
    const places = namesInPlan[kind]
    const missing = [...places].filter(([name]) => !Object.hasOwn(extensions[kind], name))
    const unused = Object.keys(extensions[kind]).filter((name) => !places.has(name))
    return [
      ...missing.map(([name, place]) => `${place}: there is no ${kind} extension named ${name}`),
      ...unused.map((name) => `the ${kind} extension ${name} is named by no schema`),
    ]
  })
  return [...unknown, ...others]
}

/** Refusals that schemas name, with where; rules name others. */
function refusalsOf({ ledgers, sums }: ProductPlan): [name: string, place: string][] {
  const ofLedgers = Object.values(ledgers).flatMap(({ name, short, limits }) =>
    [short, ...limits.map(({ refusal }) => refusal)].map((refusal) => [refusal, `ledger ${name}`] as const),
  )
  const ofSums = sums.map(({ entity, field, refusal }) => [refusal, `entity ${entity}, sum ${field}`] as const)
  return [...ofLedgers, ...ofSums].flatMap(([refusal, place]): [string, string][] => (refusal === undefined ? [] : [[refusal, place]]))
}

/** Kind → name → where it was found first. */
function namesOf(plan: ProductPlan): Record<Kind, Map<string, string>> {
  const names: Record<Kind, Map<string, string>> = {
    save: new Map(),
    saved: new Map(),
    remove: new Map(),
    action: new Map(),
    refresh: new Map(),
    offer: new Map(),
    line: new Map(),
    queries: new Map(),
    views: new Map(),
    handlers: new Map(),
    steps: new Map(),
    formats: new Map(),
    shapes: new Map(),
  }
  const note = (kind: Kind, name: string | undefined, place: string): void => {
    if (name !== undefined && !names[kind].has(name)) names[kind].set(name, place)
  }
  const noteField = (field: FieldPlan, place: string): void => {
    note('queries', field.query, `${place}.${field.name}`)
    note('formats', field.format, `${place}.${field.name}`)
    note('shapes', field.shape, `${place}.${field.name}`)
  }

  for (const { name, handler } of plan.schedule?.steps ?? [])
    if (handler !== undefined && !isEngineStep(handler)) note('steps', handler, `schedule, step ${name}`)
  for (const entity of Object.values(plan.entities)) {
    const place = `entity ${entity.name}`
    note('save', entity.rules.save, place)
    note('saved', entity.rules.saved, place)
    note('remove', entity.rules.remove, place)
    if (!entity.linesOf) note('views', entity.view, place)
    note('refresh', entity.rules.refresh, place)
    note('offer', entity.rules.offer, place)
    for (const action of Object.values(entity.actions)) note('action', action.rule, `${place}, action ${action.name}`)
    for (const field of fieldsOf(entity)) noteField(field, place)
  }
  for (const screen of Object.values(plan.screens)) {
    const place = `screen ${screen.id}`
    for (const endpoint of Object.values(screen.extra)) {
      note('handlers', endpoint.handler, `${place}, endpoint ${endpoint.name}`)
      const ofRows = (endpoint.lines ?? []).flatMap(({ table }) => Object.values(table.fields))
      for (const field of [...endpoint.query, ...endpoint.body, ...ofRows]) noteField(field, `${place}, endpoint ${endpoint.name}`)
    }
    for (const { does, name } of Object.values(screen.actions)) {
      if (does.kind === 'import') for (const of of [does.into, does.complete]) note('line', of?.rule, `${place}, action ${name}`)
      if (does.kind === 'request') for (const field of does.ask) noteField(field, `${place}, action ${name}`)
    }
  }
  return names
}

function fieldsOf(entity: EntityPlan): FieldPlan[] {
  return [
    ...Object.values(entity.fields),
    ...Object.values(entity.lines).flatMap((lines) => Object.values(lines.fields)),
    ...Object.values(entity.actions).flatMap((action) => [...action.ask, ...(action.askLines?.fill ?? [])]),
  ]
}
