/** What every answer carries. What pages may do beside is said in webRoot.ts. */
import type { FastifyInstance } from 'fastify'

/** A page has no use for any of these, and nothing that it shows is to get one by it. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]

const allHeaders = { 'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', ') }

/** Data is for who asked, now, and of no use as a page wherever it is opened. */
export const dataHeaders: Readonly<Record<string, string>> = {
  ...allHeaders,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

export function addResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.headers(request.routeOptions.config.page ? allHeaders : dataHeaders)
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
  })
}
