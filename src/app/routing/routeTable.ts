import type { RoutePlan } from '../../../engine/core/plan'
import { namesRecord } from '../../../engine/core/recordAddress'

export interface RouteMatch {
  route: RoutePlan
  /** Parts of the path, `:id` as `id`. */
  params: Readonly<Record<string, string>>
}

export type MatchRoute = (pathname: string, search?: string) => RouteMatch | undefined

/**
 * Finds the route of a path. Routes are looked up by their first segment, so that the number of screens makes no difference; of several
 * that match, a fixed segment goes before a `:name`, from left to right; of a list and a record page with one address, the query decides.
 */
export function createRouteTable(routes: readonly RoutePlan[]): MatchRoute {
  const bySection = new Map<string, { route: RoutePlan; segments: string[] }[]>()
  for (const route of routes) {
    const segments = segmentsOf(route.route)
    const section = segments[0] ?? ''
    bySection.set(section, [...(bySection.get(section) ?? []), { route, segments }])
  }
  for (const candidates of bySection.values()) candidates.sort((a, b) => compareSegments(a.segments, b.segments))
  const shared = new Set(routes.flatMap(({ route, ofRecord }) => (ofRecord ? [route] : [])))

  return (pathname, search = '') => {
    const parts = segmentsOf(pathname)
    for (const { route, segments } of bySection.get(parts[0] ?? '') ?? []) {
      const params = fill(segments, parts)
      if (!params || (shared.has(route.route) && (route.ofRecord ?? false) !== namesRecord(search))) continue
      return { route, params }
    }
    return undefined
  }
}

/** A trailing slash makes no difference. */
function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function compareSegments(a: string[], b: string[]): number {
  if (a.length !== b.length) return a.length - b.length
  for (const [index, segment] of a.entries()) {
    const difference = Number(segment.startsWith(':')) - Number(b[index]?.startsWith(':') ?? false)
    if (difference !== 0) return difference
  }
  return 0
}

function fill(segments: string[], parts: string[]): Record<string, string> | undefined {
  if (segments.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? ''
    if (segment.startsWith(':')) params[segment.slice(1)] = decoded(part)
    else if (segment !== part) return undefined
  }
  return params
}

/** People type addresses: a stray percent sign stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
