import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fastify from 'fastify'
import { sql } from 'kysely'
import { scriptFramePath, type Problem } from '../core/wire'
import type { SubMenu } from '../core/permission'
import { openTestDatabase } from './database/testDatabase'
import type { Database } from './database/database'
import { readXlsx, type Cell } from './xlsx'
import { refused } from './problem'
import { limitRequests } from './requestLimit'
import { libraryExtensions, libraryPlan } from './testing/library'
import { openLibrary, type LibraryDatabase } from './testing/libraryDatabase'
import { allRights, member, serveLibrary, type LibraryServer } from './testing/libraryServer'
import { noncePlaceholder, registerWebRoot, settingsPlaceholder } from './webRoot'

const operator = member('1')

/** What these tests read of the contract. */
interface Contract {
  paths: Record<string, Record<string, Operation>>
}
interface Operation {
  'x-permission': string
  security: unknown[]
  parameters: { name: string }[]
  requestBody?: Content
  responses: { 200: Partial<Content> }
}
interface Content {
  content: { 'application/json': { schema: { required: string[]; properties: { records: { items: { properties: unknown } } } } } }
}

describe('a served plan', () => {
  let library: LibraryDatabase
  let server: LibraryServer
  let folder: string
  const lines: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'web-root-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(
      join(folder, 'index.html'),
      `<html><style nonce="${noncePlaceholder}"></style><meta content="${noncePlaceholder}"><meta content="${settingsPlaceholder}"></html>`,
    )
    await writeFile(join(folder, 'assets/main-abc123.js'), 'let x = 1')
    await writeFile(join(folder, 'assets/main-abc123.js.gz'), gzipSync('let x = 1'))
    await writeFile(join(folder, 'favicon.svg'), '<svg/>')
    await writeFile(join(tmpdir(), 'beside-the-web-root.txt'), 'secret')
    library = await openLibrary('pglite')
    server = await serveLibrary(library, {
      webRoot: {
        folder,
        settings: { name: 'A "quoted" <b>&' },
        frameAncestors: ['https://parent.example'],
        readable: ['https://rates.example'],
        scripts: ['https://jsonp.example'],
      },
      bodyLimit: 2_000,
      logger: { level: 'info', stream: { write: (line) => lines.push(line) } },
      registerProductRoutes(app) {
        app.post(
          '/sign-in',
          { config: { permission: 'open' }, onRequest: limitRequests(library, { name: 'signIn', max: 2, minutes: 1 }) },
          () => ({}),
        )
        const page = { page: { type: 'string' }, access_token: { type: 'string' }, ticket: { type: 'string' } }
        app.get('/own', { config: { permission: 'session', takes: { query: page } } }, (request) => ({ id: request.user?.id }))
        app.get('/broken', { config: { permission: 'open', takes: { query: { token: { type: 'string' } } } } }, () => {
          throw new Error('secret detail')
        })
        app.get('/refusing', { config: { permission: 'open' } }, () => {
          throw refused('not enough', 100501, { available: '1.00' })
        })
        app.post(
          '/checked',
          {
            config: { permission: 'open' },
            schema: {
              body: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'], additionalProperties: false },
            },
          },
          (request) => request.body,
        )
        for (const [path, statement] of Object.entries(brokenStatements)) {
          app.get(path, { config: { permission: 'open' } }, () => sql.raw(statement).execute(library.kysely))
        }
      },
    })
  })
  afterAll(async () => {
    await server.app.close()
    await rm(folder, { recursive: true })
  })

  const brokenStatements = {
    '/database/unique':
      "insert into currency (version, created_at, updated_at, currency_code) values (1, now(), now(), 'X'), (1, now(), now(), 'X')",
    '/database/check': "insert into document_sequence values ('A', '', 0)",
    '/database/reference': 'insert into book_copies (parent_id, line_no) values (99, 1)',
    '/database/value': "select 'x'::int",
    '/database/range': 'select (9999999999999999.99 + 1)::numeric(18,2)',
    '/database/syntax': 'select from where',
  }

  describe('answers', () => {
    it('tell who answered, are kept by nobody and are no page', async () => {
      const { headers } = await server.ask(operator, 'GET', '/api/stock/book/list')
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'permissions-policy': expect.stringContaining('geolocation=()') as string,
      })
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    })
    it('do not take a request’s own id for theirs', async () => {
      const { headers } = await server.app.inject({ url: '/health', headers: { 'request-id': 'forged', 'x-request-id': 'forged' } })
      expect(headers['x-request-id']).not.toBe('forged')
    })
    it('are compressed when they are long and the client can', async () => {
      const ask = (headers: Record<string, string>) =>
        server.app.inject({ url: '/api/contract', headers: { authorization: 'Bearer token-1', ...headers } })
      await server.ask(operator, 'GET', '/own')
      expect((await ask({ 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
      expect((await ask({})).headers['content-encoding']).toBeUndefined()
    })
  })

  describe('problems', () => {
    it.each([
      ['an unknown path', 'GET', '/api/none', 404, 404000],
      ['an unknown path below a screen', 'GET', '/api/stock/book/none/at/all', 404, 404000],
      ['a broken address', 'GET', '/api/%ZZ', 400, 400000],
      ['another method', 'PUT', '/api/stock/book/list', 405, 405000],
    ] as const)('answers %s', async (_what, method, url, status, code) => {
      const response = await server.ask<Problem>(operator, method, url)
      expect(response.body).toMatchObject({ status, code, instance: url })
      expect(response).toMatchObject({ status, headers: { 'content-type': 'application/problem+json; charset=utf-8' } })
      expect(response.body.traceId).toBe(response.headers['x-request-id'])
    })
    it('names the methods that a path has', async () => {
      expect((await server.ask(operator, 'GET', '/api/stock/book/export')).headers['allow']).toBe('POST')
      expect((await server.ask(operator, 'DELETE', '/api/stock/book/list')).headers['allow']).toBe('GET, POST')
    })
    it.each([
      ['broken JSON', '{', 'application/json', 400],
      ['JSON that is no object', '[]', 'application/json', 400],
      ['a polluting key', '{"__proto__": {"a": 1}}', 'application/json', 400],
      ['another type', 'a=1', 'application/x-www-form-urlencoded', 415],
      ['a body that is too long', JSON.stringify({ bookTitle: 'x'.repeat(3_000) }), 'application/json', 413],
    ])('answers %s', async (_what, payload, type, status) => {
      await server.ask(operator, 'GET', '/own')
      const headers = { authorization: 'Bearer token-1', 'content-type': type }
      const response = await server.app.inject({ method: 'POST', url: '/api/stock/book/list', headers, payload })
      expect(response.json()).toMatchObject({ status })
      expect(response.statusCode).toBe(status)
    })
    it('names what a route’s schema refuses, without turning one type into another', async () => {
      const paths = async (payload: object) =>
        (await server.ask<Problem>(undefined, 'POST', '/checked', payload)).body.errors?.map(({ path, rule }) => [path, rule])
      expect(await paths({})).toEqual([['count', 'required']])
      expect(await paths({ count: '1' })).toEqual([['count', 'type']])
      expect(await paths({ count: 1, more: 2 })).toEqual([['more', 'unknown']])
    })
    it('says nothing of what went wrong inside but where to find it', async () => {
      const { status, body } = await server.ask<Problem>(undefined, 'GET', '/broken?token=abc')
      expect(status).toBe(500)
      expect(JSON.stringify(body)).not.toContain('secret detail')
      const logged = lines.find((line) => line.includes('secret detail'))
      expect(JSON.parse(logged ?? '{}')).toMatchObject({ reqId: body.traceId, err: { stack: expect.stringContaining('server.test.ts') } })
    })
    it('carries the figures of a refusal', async () => {
      const { status, body } = await server.ask<Problem>(undefined, 'GET', '/refusing')
      expect([status, body.code, body.message, body.params]).toEqual([417, 100501, 'not enough', { available: '1.00' }])
    })
    it.each([
      ['unique', 422, 100411],
      ['check', 417, 100500],
      ['reference', 422, 422000],
      ['value', 422, 422000],
      ['range', 417, 100500],
      ['syntax', 500, 500000],
    ])('reads the database’s answer to a broken %s', async (kind, status, code) => {
      const response = await server.ask<Problem>(undefined, 'GET', `/database/${kind}`)
      expect([response.status, response.body.code]).toEqual([status, code])
    })
    it('says when a limited route may be asked again', async () => {
      await server.ask(undefined, 'POST', '/sign-in')
      await server.ask(undefined, 'POST', '/sign-in')
      const { status, body, headers } = await server.ask<Problem>(undefined, 'POST', '/sign-in')
      expect([status, body.code]).toEqual([429, 429000])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    })
  })

  describe('permission', () => {
    const rights = (menuName: string, codes: string[] = [], permissionType = 1): SubMenu[] => [
      { menuName, menuId: 'x', permissionType, children: codes.map((code) => ({ menuName: code })) },
    ]
    it.each([
      ['no token', undefined],
      ['an unknown one', 'Bearer unknown'],
      ['another scheme', 'Basic token-1'],
      ['none behind the scheme', 'Bearer '],
    ])('is asked for with %s', async (_what, authorization) => {
      const { statusCode, headers, body } = await server.app.inject({
        url: '/api/stock/book/list',
        headers: authorization ? { authorization } : {},
      })
      expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Bearer'])
      expect(JSON.parse(body)).toMatchObject({ code: 401000 })
    })
    it('comes from the header alone, never from a cookie or the address', async () => {
      await server.ask(operator, 'GET', '/own')
      const { statusCode } = await server.app.inject({ url: '/own?access_token=token-1', headers: { cookie: 'accessToken=token-1' } })
      expect(statusCode).toBe(401)
    })
    it.each([
      ['the menu', rights('stock_book'), 200],
      ['no menu at all', [], 403],
      ['another menu', rights('stock_lending'), 403],
      ['a menu whose name begins alike', rights('stock_books'), 403],
      ['the menu, but shut', rights('stock_book', [], 0), 403],
    ])('to read is given by %s', async (_what, subMenus, status) => {
      expect((await server.ask(member('9', {}, subMenus), 'GET', '/api/stock/book/list')).status).toBe(status)
    })
    it.each([
      ['the action', rights('stock_book', ['book_export']), 200],
      ['the menu alone', rights('stock_book'), 403],
      ['the action of another menu', rights('report_genres', ['genres_export']), 403],
      ['an action whose name begins alike', rights('stock_book', ['book_exports']), 403],
    ])('to act is given by %s', async (_what, subMenus, status) => {
      expect((await server.ask(member('9', {}, subMenus), 'POST', '/api/stock/book/export', {})).status).toBe(status)
    })
    it('is decided before the body is read', async () => {
      const response = await server.app.inject({
        method: 'POST',
        url: '/api/stock/book/list',
        payload: 'x'.repeat(3_000),
        headers: { 'content-type': 'text/plain' },
      })
      expect(response.statusCode).toBe(401)
    })
    it('does not tell the caller which right is missing, but the log', async () => {
      const { body } = await server.ask(member('9', {}, rights('stock_book')), 'POST', '/api/stock/book/export', {})
      expect(JSON.stringify(body)).not.toContain('book_export')
      expect(lines.some((line) => line.includes('missing book_export'))).toBe(true)
    })
    it('of an account is enough for what is its own', async () => {
      expect((await server.ask(member('9', {}, []), 'GET', '/own')).body).toEqual({ id: '9' })
    })
  })

  describe('pages', () => {
    const open = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
    it('are answered for every address that a browser opens', async () => {
      for (const url of ['/', '/book', '/book/detail?id=1']) {
        const { statusCode, headers } = await open(url, { accept: 'text/html,application/xhtml+xml' })
        expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8'])
      }
    })
    it('are not answered to a program that asks for data', async () => {
      expect((await open('/book', { accept: 'application/json' })).statusCode).toBe(404)
      expect((await open('/api/none', { accept: '*/*' })).json()).toMatchObject({ code: 404000 })
    })
    it('run our scripts only, with styles of this answer’s nonce, in frames of the trusted alone', async () => {
      const first = await open('/', { accept: 'text/html' })
      const policy = String(first.headers['content-security-policy'])
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`)
      expect(policy).toContain("frame-ancestors 'self' https://parent.example")
      expect(policy).not.toContain('unsafe')
      expect(first.body).toContain(`<html><style nonce="${nonce}"></style><meta content="${nonce}">`)
      const second = await open('/', { accept: 'text/html' })
      expect(second.headers['content-security-policy']).not.toBe(policy)
      expect(first.headers['cache-control']).toBe('no-cache')
      expect(first.headers['permissions-policy']).toContain('camera=()')
    })
    it('are told the settings of the installation, whatever stands in them', async () => {
      const { body } = await open('/', { accept: 'text/html' })
      expect(body).toContain('<meta content="{&#34;name&#34;:&#34;A \\&#34;quoted\\&#34; &#60;b&#62;&#38;&#34;}">')
    })
    it('C3 read the servers of others that are configured, and run no script of theirs', async () => {
      const policy = String((await open('/', { accept: 'text/html' })).headers['content-security-policy'])
      expect(policy).toContain("connect-src 'self' https://rates.example https://jsonp.example;")
      expect(policy).toContain("script-src 'self';")
    })
    it('C3 S6 read and are framed by nobody when nothing is configured', async () => {
      const closed = fastify()
      await registerWebRoot(closed, { folder })
      const page = await closed.inject({ url: '/', headers: { accept: 'text/html' } })
      expect(page.headers['content-security-policy']).toContain("connect-src 'self';")
      expect(page.headers['content-security-policy']).toMatch(/frame-ancestors 'self'(;|$)/)
      expect((await closed.inject({ url: scriptFramePath })).statusCode).toBe(404)
      await closed.close()
    })
    it('C3 run scripts of others in a sandbox without an origin', async () => {
      const { headers, body } = await open(scriptFramePath)
      const policy = String(headers['content-security-policy'])
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
      expect(body).toContain(`<script nonce="${nonce}">`)
      expect(policy.split('; ')).toEqual([
        "default-src 'none'",
        `script-src 'nonce-${nonce}' https://jsonp.example`,
        "base-uri 'none'",
        "form-action 'none'",
        'sandbox allow-scripts',
        "frame-ancestors 'self' https://parent.example",
      ])
    })
    it('keep hashed files for ever and send them as they were compressed', async () => {
      const { statusCode, headers } = await open('/assets/main-abc123.js', { 'accept-encoding': 'gzip' })
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=31536000, immutable' })
      expect(headers['content-type']).toContain('javascript')
    })
    it('check other files, and have no page in place of a missing one', async () => {
      expect(await open('/favicon.svg')).toMatchObject({ statusCode: 200, body: '<svg/>' })
      expect((await open('/assets/none.js', { accept: 'text/html' })).statusCode).toBe(404)
    })
    it.each([
      '/assets/../../beside-the-web-root.txt',
      '/assets/..%2f..%2fbeside-the-web-root.txt',
      '/assets/%2e%2e/index.html',
      '/assets/..%5cindex.html',
      '/assets/..%5c..%5cbeside-the-web-root.txt',
      '/assets/%2f%2fetc/passwd',
    ])('serve nothing beside the folder: %s', async (url) => {
      const { statusCode, body } = await open(url)
      expect(body).not.toContain('secret')
      expect(statusCode).toBe(404)
    })
  })

  it('tells browsers to come by https alone where a trusted proxy says that they did', async () => {
    const overHttps = { headers: { 'x-forwarded-proto': 'https' }, url: '/health' }
    const behind = await serveLibrary({ ...library, close: async () => undefined }, { trustedProxies: ['127.0.0.1'] })
    expect((await behind.app.inject(overHttps)).headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await behind.app.inject('/health')).headers).not.toHaveProperty('strict-transport-security')
    expect((await behind.app.inject({ ...overHttps, remoteAddress: '10.0.0.1' })).headers).not.toHaveProperty('strict-transport-security')
    await behind.app.close()
    // Nobody is trusted here.
    expect((await server.app.inject(overHttps)).headers).not.toHaveProperty('strict-transport-security')
  })

  describe('health', () => {
    it('is told without a token', async () => {
      expect(await server.ask(undefined, 'GET', '/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
      expect(await server.ask(undefined, 'GET', '/ready')).toMatchObject({ status: 200, body: { status: 'ok' } })
    })
  })

  describe('log', () => {
    it('has a line for each request, without secrets', async () => {
      await server.ask(operator, 'GET', '/own?access_token=s3cret&ticket=s3cret2&page=1')
      const line = lines.map((each) => JSON.parse(each)).findLast((each) => each.msg === 'request')
      expect(line).toMatchObject({ method: 'GET', url: '/own?access_token=***&ticket=***&page=1', status: 200, user: '1' })
      server.app.log.info(
        { req: { method: 'GET', url: '/x?ticket=s3cret3' }, headers: { authorization: 'Bearer s3cret4' }, password: 's3cret5' },
        'test',
      )
      expect(lines.join('')).not.toContain('s3cret')
    })
  })

  describe('contract', () => {
    it('is for those who may read it', async () => {
      expect((await server.ask(member('9', {}, []), 'GET', '/api/contract')).status).toBe(403)
    })
    it('tells every route with its permission, its rows and what goes in and comes out', async () => {
      const { body } = await server.ask<Contract>(operator, 'GET', '/api/contract')
      expect(body).toMatchObject({ openapi: '3.1.0', info: { title: 'Library' } })
      const book = (path: string, method: string) => body.paths[`/api/stock/book${path}`]?.[method]
      const list = book('/list', 'get')
      expect(list).toMatchObject({
        'x-permission': 'stock_book',
        'x-scope': { by: { branch: ['branchId'], reader: 'any' } },
        tags: ['Books'],
      })
      const parameters = list?.parameters.map((parameter) => parameter.name)
      expect(parameters).toEqual(expect.arrayContaining(['page', 'sortField', 'bookTitle', 'priceStart', 'priceEnd', 'genre']))
      expect(parameters).not.toContain('supplierSecret')
      const row = list?.responses[200].content?.['application/json'].schema.properties.records.items.properties
      expect(row).toMatchObject({
        price: { type: 'string' },
        pages: { type: 'integer' },
        genre: { enum: ['NOVEL', 'POETRY', 'SCIENCE'] },
        coAuthorNames: { type: 'array' },
      })
      expect(book('/{id}', 'get')?.responses[200].content?.['application/json'].schema.properties).toMatchObject({
        copies: { type: 'array' },
      })
      expect(book('/export', 'post')?.['x-permission']).toBe('book_export')
      expect(book('/hours', 'get')?.security).toEqual([])
      expect(book('/stocktake/{id}', 'post')?.requestBody?.content['application/json'].schema.required).toEqual(['counted'])
    })
    it('tells in which states a document can be changed, and what a dialog asks', async () => {
      const { body } = await server.ask<Contract>(operator, 'GET', '/api/contract')
      const book = (path: string, method: string) => body.paths[`/api/stock/book${path}`]?.[method]
      expect(book('/{id}', 'patch')).toMatchObject({ 'x-permission': 'book_edit', 'x-states': ['DRAFT'] })
      expect(book('/lose/{id}', 'post')).toMatchObject({ 'x-permission': 'book_lose', 'x-states': ['SHELVED'] })
      expect(book('/lose/{id}', 'post')?.requestBody?.content['application/json'].schema.required).toEqual(['version', 'opinion'])
      expect(book('/batch/shelve', 'post')?.requestBody?.content['application/json'].schema.required).toEqual(['ids'])
    })
    it('has the same filters as the list takes', async () => {
      const { body } = await server.ask<Contract>(operator, 'GET', '/api/contract')
      for (const { name } of body.paths['/api/stock/book/list']?.['get']?.parameters ?? []) {
        const { body: response } = await server.ask<Problem>(operator, 'GET', `/api/stock/book/list?${name}=%00`)
        // Refused for its value, not as a name that nobody knows.
        expect(response.errors?.map((error) => error.rule)).not.toContain(name === 'sortField' ? 'type' : 'unknown')
      }
    })
  })

  describe('export', () => {
    const rows = async (content: Buffer): Promise<Cell[][]> => {
      const read: Cell[][] = []
      for await (const { cells } of readXlsx(content, 100)) read.push(cells)
      return read
    }
    const file = async (query: object) => {
      await server.ask(operator, 'GET', '/own')
      return server.app.inject({
        method: 'POST',
        url: '/api/stock/book/export',
        headers: { authorization: 'Bearer token-1' },
        payload: query,
      })
    }
    beforeAll(async () => {
      const branchId = await library.insert('branch', { branchName: 'Main', branchCode: 'M' })
      const authorId = await library.insert('author', { authorName: 'Lu' })
      const coAuthorIds = [await library.insert('author', { authorName: 'Ba' }), authorId]
      const common = { branchId, authorId, genre: 'NOVEL' }
      const boughtAt = '2026-11-20T16:30:00.000Z'
      await library.insert('book', {
        ...common,
        bookNo: 'BK1',
        bookTitle: '=1+1',
        price: '1234.50',
        pages: 7,
        weight: '0.125',
        publishedOn: '1999-12-31',
        boughtAt,
        lendable: true,
        coAuthorIds,
      })
      await library.insert('book', { ...common, bookNo: 'BK2', bookTitle: 'plain', price: '9999999999999999.99' })
    })

    it('is a workbook of the list’s columns and rows, numbers as numbers and codes by their titles', async () => {
      const { headers, rawPayload, statusCode } = await file({ genre: ['NOVEL'], sortField: 'bookNo' })
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toContain('spreadsheetml')
      expect(headers['content-disposition']).toBe(`attachment; filename="Books-20261120.xlsx"; filename*=UTF-8''Books-20261120.xlsx`)
      const [titles, first, second] = await rows(rawPayload)
      expect(titles?.slice(0, 4)).toEqual(['Number', 'Title', 'State', 'Author'])
      expect(first).toEqual([
        'BK1',
        '=1+1',
        'Draft',
        'Lu',
        1234.5,
        'Ba、Lu',
        'Main',
        'Novel',
        null,
        7,
        0.125,
        new Date('1999-12-31'),
        new Date('2026-11-21T00:30:00Z'),
        '是',
        0,
        null,
      ])
      // More digits than a binary number holds would be changed by one.
      expect(second?.[4]).toBe('9999999999999999.99')
    })
    it('is 200 without a file when there is nothing', async () => {
      const { headers, body, statusCode } = await file({ genre: ['POETRY'] })
      expect([statusCode, body, headers['content-disposition']]).toEqual([200, '', undefined])
    })
    it('refuses an unknown filter instead of sending everything', async () => {
      expect((await file({ colour: 'red' })).statusCode).toBe(422)
    })
    it('keeps to the row scope', async () => {
      const { body } = await server.ask(member('8', { branch: [] }), 'POST', '/api/stock/book/export', {})
      expect(body).toBe('')
    })
    it('of a read model works too', async () => {
      const { rawPayload } = await server.app.inject({
        method: 'POST',
        url: '/api/report/genres/export',
        headers: { authorization: 'Bearer token-1' },
        payload: {},
      })
      expect((await rows(rawPayload))[1]).toEqual(['Novel', 'Main', 2, '10000000000001234.49'])
    })
  })
})

describe('closing', () => {
  it('lets requests under way finish, with their database, and takes no further ones', async () => {
    const library = await openLibrary('pglite')
    let arrived: () => void
    const arrival = new Promise<void>((resolve) => (arrived = resolve))
    const { app } = await serveLibrary(library, {
      registerProductRoutes(routes) {
        routes.get('/slow', { config: { permission: 'open' } }, async () => {
          arrived()
          await sleep(300)
          const { rows } = await sql`select 1 as one`.execute(library.kysely)
          return rows
        })
      },
    })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const response = fetch(`${address}/slow`)
    await arrival
    const closed = app.close()
    await sleep(50)
    await expect(fetch(`${address}/health`)).rejects.toThrow('fetch failed')
    expect(await (await response).json()).toEqual([{ one: 1 }])
    await closed
    await expect(library.ping()).rejects.toThrow()
  })
})

describe('a plan that cannot be served', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase('pglite')
  })
  afterAll(async () => database.close())

  const refusal = async (options: Parameters<typeof serveLibrary>[1]): Promise<string> => {
    try {
      const { app } = await serveLibrary({ ...database, close: async () => undefined }, options)
      await app.close()
      return 'served'
    } catch (error) {
      return (error as Error).message
    }
  }
  const changed = (change: (plan: typeof libraryPlan) => void): typeof libraryPlan => {
    const plan = structuredClone(libraryPlan)
    change(plan)
    return plan
  }

  it('names every function that is missing and every one that is named by no schema', async () => {
    const { countBooks: _missing, ...handlers } = libraryExtensions.handlers
    const message = await refusal({
      extensions: { ...libraryExtensions, handlers, views: {}, formats: { spare: { test: () => true, message: '' } } },
    })
    expect(message).toContain('screen stock/book, endpoint count: there is no handlers extension named countBooks')
    expect(message).toContain('entity genreSummary: there is no views extension named genreSummary')
    expect(message).toContain('the formats extension spare is named by no schema')
  })
  it('has an entity without a row scope that can be applied', async () => {
    const plan = changed(({ entities }) => {
      entities['book']!.scope = { by: {} }
      entities['author']!.scope = { by: { branch: 'any', reader: 'any', colour: ['id'] } }
      entities['lending']!.scope = { by: { branch: ['bookId.authorId'], reader: 'none' } }
      entities['currency']!.scope = { as: ['symbol'] }
    })
    const message = await refusal({ plan })
    expect(message).toContain('entity book: its row scope does not say branch')
    expect(message).toContain('entity book: its row scope does not say reader')
    expect(message).toContain('entity author: scope colour by id: the product has no dimension colour')
    expect(message).toContain('entity lending: scope branch by bookId.authorId: authorId of book does not point to branch')
    expect(message).toContain('entity currency: scope as symbol: symbol is no reference to one row by id')
  })
  it('asks in SQL for what is not in the table', async () => {
    const plan = changed(({ screens }) => {
      screens['stock/book']!.access.filters['priceWithTax'] = 'equals'
      screens['stock/lending']!.access.totals = ['readerName']
    })
    const message = await refusal({ plan })
    expect(message).toContain('screen stock/book: book.priceWithTax cannot be asked for')
    expect(message).toContain('screen stock/lending: lending.readerName cannot be summed')
  })
  it('has two screens at one address', async () => {
    const plan = changed(({ screens }) => {
      screens['stock/novel']!.base = '/api/stock/book'
    })
    expect(await refusal({ plan })).toContain('/api/stock/book/list is served by screen stock/book and by screen stock/novel')
  })
  it('has a route without a permission, or with one of no menu', async () => {
    const withRoute = (config: object) => refusal({ registerProductRoutes: (app) => void app.get('/x', { config }, () => ({})) })
    expect(await withRoute({})).toContain('GET /x: no permission in its config')
    expect(await withRoute({ permission: 'nothing_add' })).toContain('permission nothing_add belongs to no menu')
    expect(await withRoute({ permission: 'book_lend' })).toBe('served')
  })
  it('is served when all is right', async () => {
    expect(await refusal({})).toBe('served')
    expect(allRights.length).toBe(8)
  })
})
