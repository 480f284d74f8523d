/** Which rows a page does not show, whatever is searched for. */
import type { EntityPlan } from '../../core/plan'
import { testsOf } from '../../core/where'
import { sayPreview } from '../previewMessages'
import type { Explained, ExplainedPage } from './explained'

export function rowsRules(what: ExplainedPage): Explained[] {
  const { screen, entity, outside } = what
  const rules: string[] = []
  const titlesOf = testsOf(screen.where).flatMap((test) => (test.kind === 'anyOf' ? [] : [entity.fields[test.field]?.title ?? test.field]))
  if (titlesOf.length > 0) rules.push(sayPreview('explain.where', { titles: titlesOf.join(sayPreview('explain.comma')) }))
  rules.push(...scopeRules(entity))
  const internal = Object.values(entity.states ?? {}).filter((state) => state.internal)
  if (outside && internal.length > 0)
    rules.push(sayPreview('explain.internalStates', { states: internal.map(({ title }) => title).join(sayPreview('explain.comma')) }))
  return rules.map((reason) => ({ kind: 'rows', name: entity.name, title: entity.title, effect: 'narrowed', rule: 'scope', reason }))
}

function scopeRules({ scope, fields }: EntityPlan): string[] {
  if (scope === 'own') return [sayPreview('explain.scope.own')]
  if (scope === 'attached') return [sayPreview('explain.scope.attached')]
  if (scope === 'global' || typeof scope === 'string') return []
  if ('as' in scope)
    return [sayPreview('explain.scope.as', { titles: scope.as.map((path) => titleOf(path, fields)).join(sayPreview('explain.comma')) })]
  return Object.values(scope.by).flatMap((paths) =>
    typeof paths === 'string'
      ? []
      : [sayPreview('explain.scope.by', { titles: paths.map((path) => titleOf(path, fields)).join(sayPreview('explain.comma')) })],
  )
}

function titleOf(path: string, fields: EntityPlan['fields']): string {
  const [root = ''] = path.split('.')
  return fields[root]?.title ?? root
}
