import type { FastifyInstance } from 'fastify'

/**
 * Stops the boot when two screens, or a screen and the product, serve one address, and says which two: the router alone would name the
 * address only. Addresses that differ in the name of a parameter are the same.
 */
export function refuseDuplicateRoutes(app: FastifyInstance): void {
  const owners = new Map<string, string>()
  app.addHook('onRoute', (route) => {
    const owner = route.config?.screen === undefined ? 'the product' : `screen ${route.config.screen}`
    for (const method of [route.method].flat()) {
      const address = `${method} ${route.url.replace(/:\w+/g, ':')}`
      const other = owners.get(address)
      if (other !== undefined) throw new TypeError(`${method} ${route.url} is served by ${other} and by ${owner}`)
      owners.set(address, owner)
    }
  })
}
