import type { FastifyInstance, FastifyServerOptions } from 'fastify'

/** Where and how much is logged. */
export interface LogOptions {
  level?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  /** Standard output when absent. */
  stream?: { write(line: string): void }
}

const secretNames = ['authorization', 'password', 'oldPassword', 'newPassword', 'token', 'accessToken', 'access_token', 'ticket', 'cookie']
const secretParameters = new Set(secretNames.map((name) => name.toLowerCase()))

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

/** An address as it may be logged: the values of parameters that hold secrets are left out, however their names are spelt. */
export function maskUrl(url: string): string {
  return url.replaceAll(/([?&])([^=&#]*)=[^&#]*/g, (parameter, before: string, name: string) =>
    secretParameters.has(decoded(name).toLowerCase()) ? `${before}${name}=***` : parameter,
  )
}

/** As the server reads a parameter's name. */
function decoded(name: string): string {
  return new URLSearchParams(`${name}=`).keys().next().value ?? name
}
