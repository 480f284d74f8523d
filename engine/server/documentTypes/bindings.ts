import { isEngineStep } from '../../core/engineSteps'
import type { FieldPlan, ProductPlan, PayloadLinesPlan } from '../../core/plan'
import { literal, pascal, property, union } from '../typeSource'

/** The source of the map of all entities, and of what each rule and handler is bound to. */
export function bindings(plan: ProductPlan, valueType: (field: FieldPlan) => string): string {
  const entities = Object.values(plan.entities)
  const screens = Object.values(plan.screens)
  const bound = (of: 'save' | 'saved' | 'remove' | 'refresh' | 'offer'): string =>
    record(entities.flatMap(({ name, rules }) => (rules[of] === undefined ? [] : [[rules[of], literal(name)]])))
  const actions = entities.flatMap(({ name, actions }) =>
    Object.values(actions).flatMap(({ rule, name: action }): [string, string][] =>
      rule === undefined ? [] : [[rule, `{ entity: ${literal(name)}; action: ${literal(action)} }`]],
    ),
  )
  const imports = screens.flatMap((screen) =>
    Object.values(screen.actions).flatMap(({ does }): [string, string][] => {
      if (does.kind !== 'import') return []
      const entity = literal(screen.entity)
      if (does.complete) return [[does.complete.rule, `{ entity: ${entity} }`]]
      return does.into?.rule === undefined ? [] : [[does.into.rule, `{ entity: ${entity}; lines: ${literal(does.into.lines)} }`]]
    }),
  )
  const handlers = screens.flatMap(({ extra }) =>
    Object.values(extra).flatMap(({ handler, url, query, body, lines, answer }): [string, string][] => {
      if (handler === undefined) return []
      const params = [...url.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => property(param, 'string'))
      const parts = [
        `params: { ${params.join('\n')} }`,
        `query: ${payloadType(query, [], valueType)}`,
        `body: ${payloadType(body, lines, valueType)}`,
        ...(answer ? [`answer: ${payloadType(answer.fields, answer.lines, valueType)}`] : []),
      ]
      return [[handler, `{ ${parts.join('\n')} }`]]
    }),
  )
  const fields = entities.flatMap((entity) => [entity, ...Object.values(entity.lines)].flatMap((holder) => Object.values(holder.fields)))
  return `${entities.map(({ name }) => `import type { ${pascal(name)}Document } from './${name}'`).join('\n')}
    import type { Tables } from './tables'

    /** The entities by name. */
    export interface Documents { ${entities.map(({ name }) => `${name}: ${pascal(name)}Document`).join('\n')} }

    /** Which function that the schemas name belongs to what. */
    export interface Bindings {
      save: ${bound('save')}
      saved: ${bound('saved')}
      remove: ${bound('remove')}
      refresh: ${bound('refresh')}
      offer: ${bound('offer')}
      action: ${record(actions)}
      line: ${record(imports)}
      handlers: ${record(handlers)}
      steps: ${union((plan.schedule?.steps ?? []).flatMap(({ handler }) => (handler === undefined || isEngineStep(handler) ? [] : handler)))}
      queries: ${union(fields.flatMap(({ query }) => query ?? []))}
      views: ${union(entities.flatMap(({ view, linesOf }) => (linesOf ? [] : (view ?? []))))}
      tables: Tables
    }

    /** The entity of each screen. */
    export interface Screens { ${screens.map(({ id, entity }) => property(literal(id), literal(entity))).join('\n')} }`
}

/** What was left empty is absent. */
function payloadType(fields: FieldPlan[], lines: PayloadLinesPlan[] = [], valueType: (field: FieldPlan) => string): string {
  const values = fields.map((field) => property(field.required === true ? field.name : `${field.name}?`, valueType(field)))
  const tables = lines.map(({ table }) => property(table.name, `${payloadType(Object.values(table.fields), [], valueType)}[]`))
  return `{ ${[...values, ...tables].join('\n')} }`
}

/** A name that is bound more than once may be called for any of them. */
function record(entries: string[][]): string {
  const types = new Map<string, Set<string>>()
  for (const [name = '', type = ''] of entries) types.set(name, (types.get(name) ?? new Set()).add(type))
  return `{ ${[...types].map(([name, alternatives]) => property(name, [...alternatives].join(' | '))).join('\n')} }`
}
