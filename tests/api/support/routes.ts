import type { FastifyInstance } from 'fastify'

/** Every registered route, read from the router's own print. */
export function routesOf(app: Pick<FastifyInstance, 'printRoutes'>): { method: string; path: string }[] {
  const parts: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│├└─\s]*)(.*?)(?: \(([A-Z, ]+)\))?$/u.exec(line) ?? []
      if (part === '' || part.startsWith('(empty')) return []
      const depth = Math.floor(indent.length / 4)
      parts.length = Math.max(depth - 1, 0)
      parts.push(part)
      if (methods === '') return []
      const path = parts
        .join('')
        .replace(/:(\w+)(\([^)]*\))?/g, '{$1}')
        .replace(/\/?\*/, '/{key}')
      return methods.split(', ').map((method) => ({ method, path }))
    })
}
