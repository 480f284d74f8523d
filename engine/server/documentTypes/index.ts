/**
 * TypeScript types of a product's entities, written from its plan: what `engine/server/documents.ts` asks for each of them, and which rule
 * and handler is bound to what. Pure: plan in, sources out; `scripts/generate.ts` writes the files.
 */
import type { ProductPlan } from '../../core/plan'
import { bindings } from './bindings'
import { entityTypes, type Types } from './entityTypes'
import { neverEmptyIn, type NeverEmpty } from './neverEmpty'
import { laidOut, withImports } from '../typeSource'
import { tableTypes, type OwnTables } from './tableTypes'
import { valueTypeIn } from './valueType'

export { shapeTypeName } from '../typeSource'

/** File name without ending → source, not yet formatted. */
export type TypeSources = Map<string, string>

/**
 * One file for each entity, `index` with all of them, and `tables` with the tables that they and the program itself have. A json value has the type of its shape, which the caller writes to `shapes`
 * under the name that `shapeTypeName` says.
 * `engine` is where the files import the engine from, e.g. `../../../engine`; `own` are tables of the program itself.
 */
export function documentTypes(
  plan: ProductPlan,
  { engine, own = { tables: [], shapes: {} } }: { engine: string; own?: OwnTables },
): TypeSources {
  const types = typesIn(plan)
  const files: TypeSources = new Map()
  for (const entity of Object.values(plan.entities)) files.set(entity.name, withImports(entityTypes(types, entity), engine))
  files.set('tables', withImports(tableTypes(plan, own), engine))
  return files.set('index', withImports(bindings(plan, types.valueType), engine))
}

/** The types of one entity as a person reads them, without imports; undefined where there is no such entity. */
export function documentType(plan: ProductPlan, name: string): string | undefined {
  const entity = Object.hasOwn(plan.entities, name) ? plan.entities[name] : undefined
  return entity && laidOut(entityTypes(typesIn(plan), entity))
}

function typesIn(plan: ProductPlan): Types {
  const neverEmpty = neverEmptyIn(plan)
  const known = new Map<string, NeverEmpty>()
  const neverEmptyAfter: Types['neverEmptyAfter'] = (entity, actions) => {
    const key = [entity.name, ...[...actions].sort()].join(' ')
    const found = known.get(key) ?? neverEmptyIn(plan, { entity, actions }, neverEmpty)
    known.set(key, found)
    return found
  }
  return { neverEmpty, neverEmptyAfter, valueType: valueTypeIn(plan.dictionaries) }
}
