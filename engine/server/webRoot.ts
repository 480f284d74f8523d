/** The browser program: its page, with a nonce of each answer's own, and its files. */
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { scriptFramePath } from '../core/wire'
import { scriptFrame, scriptFramePolicy } from './scriptFrame'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It answers a page or a part of one, not data. */
    page?: boolean
  }
}

/** In `index.html` wherever the nonce of the answer has to stand; the page's styles carry it (antd's `csp.nonce`). */
export const noncePlaceholder = '__CSP_NONCE__'

/** In `index.html` where the settings of the installation have to stand, as JSON in an attribute. */
export const settingsPlaceholder = '__PAGE_SETTINGS__'

export interface WebRoot {
  /** Folder of the built browser program. */
  folder: string
  /** What the program is told of the installation; everybody can read it. */
  settings?: object
  /** Origins that may show the program in a frame. */
  frameAncestors?: readonly string[]
  /** Origins of others that the program may read; none when absent. */
  readable?: readonly string[]
  /** Origins of others whose scripts may run in the sandbox of `scriptFrame.ts`; the program may read them too. */
  scripts?: readonly string[]
}

/** Files in here carry a hash of their content in their name. */
const hashedFolder = 'assets'
const yearMs = 365 * 86_400_000

/**
 * Serves the built web program: hashed files for ever, other files with a check, and `index.html` for every other address that a browser
 * opens, because the program routes by itself.
 */
export async function registerWebRoot(app: FastifyInstance, web: WebRoot): Promise<void> {
  const { folder, settings = {}, frameAncestors = [], scripts = [] } = web
  const index = await readFile(join(folder, 'index.html'), 'utf8')
  const page = index.replace(settingsPlaceholder, () => escapeAttribute(JSON.stringify(settings))).split(noncePlaceholder)
  const topFiles = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && !/(^index\.html|\.br|\.gz)$/.test(entry.name),
  )

  await app.register(async (pages) => {
    await pages.register(helmet, helmetOptions(web))
    await pages.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, index: false, cacheControl: false })
    const open = { config: { permission: 'open', page: true } as const }

    pages.get<{ Params: { '*': string } }>(`/${hashedFolder}/*`, open, (request, reply) => {
      reply.header('cache-control', `public, max-age=${yearMs / 1000}, immutable`)
      return reply.sendFile(`${hashedFolder}/${request.params['*']}`)
    })
    for (const { name } of topFiles) {
      pages.get(`/${name}`, open, (_request, reply) => reply.header('cache-control', 'no-cache').sendFile(name))
    }
    if (scripts.length > 0) {
      // Without an origin it cannot ask for a process by origin; browsers warn of that.
      pages.get(scriptFramePath, { ...open, helmet: { originAgentCluster: false } }, (_request, reply) => {
        const nonce = nonceOf(reply.raw)
        reply.header('content-security-policy', scriptFramePolicy(nonce, scripts, frameAncestors))
        return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(scriptFrame(nonce))
      })
    }
    pages.get('/*', open, async (request, reply) => {
      // A program that asks for data must not be answered with a page.
      if (!request.headers.accept?.includes('text/html')) return reply.callNotFound()
      return reply
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(page.join(nonceOf(reply.raw)))
    })
  })
}

const nonces = new WeakMap<ServerResponse, string>()

function nonceOf(response: ServerResponse): string {
  let nonce = nonces.get(response)
  if (nonce === undefined) {
    nonce = randomBytes(16).toString('base64')
    nonces.set(response, nonce)
  }
  return nonce
}

function escapeAttribute(text: string): string {
  return text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function helmetOptions({ frameAncestors = [], readable = [], scripts = [] }: WebRoot): Parameters<typeof helmet>[1] {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Styles that antd makes at run time carry the nonce; attributes set by a program are no inline style.
        styleSrc: ["'self'", (_request, response) => `'nonce-${nonceOf(response)}'`],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...new Set([...readable, ...scripts])],
        // Previews of files that the page has fetched with its token.
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'", ...frameAncestors],
      },
    },
    // Says the same as frame-ancestors, but knows no list.
    frameguard: frameAncestors.length === 0 ? { action: 'sameorigin' } : false,
    referrerPolicy: { policy: 'no-referrer' },
    // Without effect over http, and meant for a host that is reached by https alone.
    strictTransportSecurity: { maxAge: yearMs / 1000, includeSubDomains: false },
  }
}
