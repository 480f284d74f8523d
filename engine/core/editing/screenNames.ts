import type { Action } from '../../spec/generated/entity'
import type { Screen } from '../../spec/generated/screen'
import { builtInActions } from '../check/builtInActions'
import { withoutCode } from '../check/screen'
import type { ProductSources, ResolvedEntity } from '../compile'
import { bold, builtIn, distinct, type Name } from './name'
import type { ScreenKind } from './places'
import { wholeEntity } from './tables'

/** Names of a kind that the file of a screen has. */
export function screenNames(kind: ScreenKind, screen: Screen, sources: ProductSources): Name[] {
  const entity = wholeEntity(screen.entity, sources)
  const actions = [...builtInActions.map(builtIn), ...screenActionNames(screen, sources), ...(entity ? actionsOf(entity) : [])]
  switch (kind) {
    case 'action':
      return distinct(actions)
    case 'permission':
      return distinct([...withoutCode.map((name) => ({ name, says: 'no right of a button' })), ...actions])
    case 'page':
      return pagesOf(screen)
    case 'section':
      return sectionsOf(screen)
    case 'endpoint':
      return Object.entries(screen.endpoints.extra ?? {}).map(([name, { description, method }]) => ({
        name,
        says: bold(description, method),
      }))
    case 'calculation':
      return ownActions(screen, 'calculate')
    case 'areaWidget':
      return ownActions(screen, 'widget')
  }
}

export function pagesOf(screen: Screen): Name[] {
  return Object.entries(screen.pages).map(([name, page]) => ({ name, says: bold(page?.title ?? screen.title, 'page') }))
}

function sectionsOf(screen: Screen): Name[] {
  const titles = Object.values(screen.pages).flatMap((page) => (page && 'sections' in page ? Object.keys(page.sections ?? {}) : []))
  return [...new Set(titles)].map((name) => ({ name, says: bold(name, 'section') }))
}

function ownActions({ actions = {} }: Screen, does: string): Name[] {
  return Object.entries(actions).flatMap(([name, action]) => (action.does === does ? { name, says: bold(action.title, does) } : []))
}

export function screenActionNames(screen: Screen, sources: ProductSources): Name[] {
  const entity = wholeEntity(screen.entity, sources)
  const own = Object.entries(screen.actions ?? {}).map(([name, { title, does }]) => ({ name, says: bold(title, does) }))
  return [...own, ...(entity ? actionsOf(entity) : [])]
}

export function actionsOf(entity: ResolvedEntity): Name[] {
  return Object.entries(entity.actions ?? {}).map(([name, action]) => ({ name, says: actionSays(name, action) }))
}

function actionSays(name: string, { title, from, to }: Action): string {
  const states = from || to ? `${from?.join(', ') ?? ''} → ${[to ?? []].flat().join(', ') || 'unchanged'}` : 'action'
  return bold(title ?? name, states)
}
