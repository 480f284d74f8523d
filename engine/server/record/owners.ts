/** Whose a record is, as far as its values say: nobody writes what he would not see, and nothing is computed of what is another's. */
import { isEmptyValue } from '../../core/fields'
import type { EntityPlan } from '../../core/plan'
import type { Values } from '../../core/record/values'
import type { FieldProblem } from '../../core/wire'
import { messageText } from '../messages'
import { fieldProblem, invalid } from '../problem'
import { Problems } from '../problems'
import { ownerTests } from '../read/scope'
import type { WriteContext } from './context'
import { findRecord, visibleAmong } from './load'
import { writerId } from './store'

/** The rule of every problem of row scope, by which a dry run knows that it must answer no figures. */
export const scopeRule = 'scope'

/**
 * Refuses values that name another's record, before a rule computes anything of them: what it computes or refuses would tell about rows which the
 * user does not see.
 * @throws HttpProblem 422 with all other problems too
 */
export async function refuseForeign(context: WriteContext, entity: EntityPlan, values: Values, problems: Problems): Promise<void> {
  const foreign = await foreignOwners(context, entity, values, problems)
  if (foreign.length > 0) throw invalid([...foreign, ...problems.all])
}

/** Owners that are named and not the user's. What is still empty, or is no row at all (`problems`), says nothing yet: rules may settle it. */
export async function foreignOwners(
  context: WriteContext,
  entity: EntityPlan,
  values: Values,
  problems: Pick<Problems, 'isUnsound'>,
): Promise<FieldProblem[]> {
  const own = { ...values, createdById: values['createdById'] ?? writerId(context.user) }
  const found = new Problems()
  for (const { paths, ids } of ownerTests(context.writing.services.plan, entity, context.user)) {
    const named: string[] = []
    for (const path of paths) if (!problems.isUnsound(firstOf(path))) named.push(...(await ownersAt(context, entity, path, own)))
    const isSaid = named.length > 0 || paths.length === 0
    if (isSaid && !named.some((id) => ids.includes(id))) noteOwner(entity, paths, found)
  }
  return found.all
}

/** A user may neither create a record outside their row scope nor move one there. @throws HttpProblem 422 */
export async function refuseOutOfScope(
  context: WriteContext,
  entity: EntityPlan,
  written: readonly { id: string; values: Values }[],
): Promise<void> {
  const ids = written.map(({ id }) => id)
  const visible = new Set(await visibleAmong(context, entity.name, ids))
  const hidden = written.find(({ id }) => !visible.has(id))
  if (!hidden) return
  const { values } = hidden
  const problems = new Problems()
  for (const { paths, ids } of ownerTests(context.writing.services.plan, entity, context.user)) {
    const owned = paths.some((path) => [values[path]].flat().some((value) => ids.includes(String(value))))
    if (!owned) noteOwner(entity, paths, problems)
  }
  problems.throwIfAny()
  // Outside the scope by what the record points to.
  throw invalid([fieldProblem('', scopeRule, messageText('problem.invalid'))])
}

/** Ids at the end of a path: `branchId`, or through other records `shelfId.branchId`. */
async function ownersAt(context: WriteContext, entity: EntityPlan, path: string, values: Values): Promise<string[]> {
  const [name = '', ...further] = path.split('.')
  const ids = [values[name]].flat().flatMap((id) => (isEmptyValue(id) ? [] : String(id)))
  if (further.length === 0) return ids
  const target = context.writing.entity(entity.fields[name]?.ref?.entity ?? '')
  const owners: string[] = []
  for (const id of ids) {
    const record = await findRecord(context, target.name, id, { byRule: true })
    if (record) owners.push(...(await ownersAt(context, target, further.join('.'), record)))
  }
  return owners
}

/** Said of the first field that may carry the owner. */
function noteOwner(entity: EntityPlan, paths: readonly string[], problems: Problems): void {
  const [field] = paths.flatMap((path) => entity.fields[firstOf(path)] ?? [])
  if (field) problems.field(field, scopeRule, 'invalid.scope')
  else problems.at('', scopeRule, messageText('problem.invalid'))
}

function firstOf(path: string): string {
  return path.split('.', 1)[0] ?? ''
}
