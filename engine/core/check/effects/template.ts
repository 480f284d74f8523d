import type { Create } from '../../compile/effects'
import { withTemplate } from '../../compile/effects'
import { inside, isKnown, type Place } from './place'
import type { Effects } from './product'

/** A follow-up document with what its template says. */
export interface ResolvedCreate {
  create: Create
  /** Where a keyword, or one of its entries, is said: in the step, or in the template. */
  at: (keyword: keyof Create, entry?: string) => Place
}

/** @returns undefined after it was told that there is no such template */
export function resolveCreate(place: Place, create: Create, user: string, { sources, report }: Effects): ResolvedCreate | undefined {
  if (create.use === undefined) return { create, at: (keyword, entry) => inside(place, keyword, ...(entry === undefined ? [] : [entry])) }
  const [file = '', name = ''] = create.use.split('.')
  const templates = sources.templates ?? {}
  if (!isKnown(inside(place, 'use'), 'templates', file, Object.keys(templates))) return undefined
  if (!isKnown(inside(place, 'use'), 'template', name, Object.keys(templates[file]?.templates ?? {}))) return undefined
  const template: Place = { source: `templates/${file}`, pointer: `/templates/${name}`, report: report.inEntity(user) }
  return {
    create: withTemplate(create, sources),
    at(keyword, entry) {
      const own: unknown = create[keyword]
      const isOwn = entry === undefined ? own !== undefined : typeof own === 'object' && own !== null && Object.hasOwn(own, entry)
      return inside(isOwn ? place : template, keyword, ...(entry === undefined ? [] : [entry]))
    },
  }
}

/** Templates that an action of the product uses, `<file>.<name>`. */
export function usedTemplates({ entities }: Effects): Set<string> {
  return new Set(
    Object.values(entities).flatMap(({ actions = {} }) =>
      Object.values(actions).flatMap(({ then = [] }) =>
        then.flatMap((step) => ('create' in step && step.use !== undefined ? [step.use] : [])),
      ),
    ),
  )
}
