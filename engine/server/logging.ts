import type { FastifyInstance, FastifyServerOptions } from 'fastify'

/** Where and how much is logged. */
export interface LogOptions {
  level?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  /** Standard output when absent. */
  stream?: { write(line: string): void }
}

const secretNames = ['authorization', 'password', 'oldPassword', 'newPassword', 'token', 'accessToken', 'access_token', 'ticket', 'cookie']
const secretInUrl = new RegExp(`([?&](?:${secretNames.join('|')})=)[^&#]*`, 'gi')

/** Structured lines in which no secret stands, neither as a field nor in an address. */
export function loggerOptions({ level = 'info', stream }: LogOptions): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    ...(stream ? { stream } : {}),
    redact: { paths: ['', '*.', '*.*.'].flatMap((prefix) => secretNames.map((name) => `${prefix}${name}`)), censor: '***' },
    serializers: {
      req: ({ method, url }: { method: string; url: string }) => ({ method, url: maskUrl(url) }),
    },
  }
}

/** One line for each request, when it is answered. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, user } = request
    request.log.info({ method, url: maskUrl(url), status: reply.statusCode, ms: Math.round(reply.elapsedTime), user: user?.id }, 'request')
  })
}

export function maskUrl(url: string): string {
  return url.replace(secretInUrl, '$1***')
}
