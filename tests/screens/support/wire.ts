import type { ProductPlan } from '../../../engine/core/plan'
import { endpointsOf } from '../../api/support/endpoints'

/** Files are served without a screen's routes; those of its screen ask for these. */
const ofFiles = ['GET /file/download/{id}', 'POST /file/batchDownload', 'DELETE /file/{id}']

/** The endpoint that a request reaches, as `POST /api/x/approve/{id}`; undefined where there is none. */
export function endpointFinder(plan: ProductPlan): (method: string, pathname: string) => string | undefined {
  const names = [...ofFiles, ...endpointsOf(plan).map(({ method, path }) => `${method} ${path}`)]
  // One without holes goes first, as on the server.
  const endpoints = names.map((name) => ({ name, parts: name.split('/') })).toSorted((one, other) => holes(one.name) - holes(other.name))
  return (method, pathname) => {
    const parts = `${method} ${pathname}`.split('/')
    return endpoints.find(
      (each) => each.parts.length === parts.length && each.parts.every((part, at) => part === parts[at] || part.startsWith('{')),
    )?.name
  }
}

function holes(name: string): number {
  return name.split('{').length
}
