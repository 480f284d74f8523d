import { lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, resolve } from 'node:path'
import { readSources } from '../../engine/core/check/sources'
import { loadSchemas } from '../../engine/spec/load'
import { formatProblem, type SchemaProblem } from '../../engine/spec/problem'
import { readFile } from '../../engine/spec/schemaFiles'
import { schemaFileAt } from '../../engine/spec/schemaPaths'

/** Where the schemas are. */
export interface SavedFolder {
  root: string
  directory: string
}

type Answer = { status: number; detail?: string }

const maxBytes = 2_000_000
/** As the playground names files, wherever their folder lies. */
const named = /^schemas\/((?:[A-Za-z][\w.]*\/)*[A-Za-z][\w.]*\.json)$/
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const hosts = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Answers the playground's 保存到文件 on the development server: the text becomes the file, which pages and server follow as after any edit. A
 * page of another site that the developer has open could ask too, so only pages of this server on this machine are listened to; and
 * only a sound text is written, so that what works goes on.
 */
export function saving(folder: SavedFolder): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    answer(request, folder).then(
      ({ status, detail }) => {
        response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
        response.end(JSON.stringify(detail === undefined ? {} : { status, detail }))
      },
      (error: unknown) => {
        response.writeHead(500).end()
        console.error(error)
      },
    )
  }
}

async function answer(request: IncomingMessage, folder: SavedFolder): Promise<Answer> {
  const { host = '', origin } = request.headers
  const isHere = loopback.has(request.socket.remoteAddress ?? '') && hosts.test(host) && origin === `http://${host}`
  if (!isHere) return { status: 403, detail: '只有本机上的开发页面可以保存' }
  if (request.method !== 'POST' || !request.headers['content-type']?.startsWith('application/json')) return { status: 400 }
  const body = await bodyOf(request)
  if (body === undefined) return { status: 413, detail: '文本太大' }
  const asked = parsed(body)
  return typeof asked === 'object' && asked !== null ? save(asked, folder) : { status: 400 }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Writes a sound text. */
export function save({ path, text }: { path?: unknown; text?: unknown }, folder: SavedFolder): Answer {
  const [, below = ''] = typeof path === 'string' ? (named.exec(path) ?? []) : []
  if (typeof text !== 'string' || below.includes('..') || schemaFileAt(below) === undefined)
    return { status: 422, detail: '不是模式文件的路径' }
  const problems = problemsWith(below, text, folder)
  if (problems.length > 0) return { status: 422, detail: problems.map(formatProblem).join('\n') }
  const file = resolve(folder.root, folder.directory, below)
  if (leadsOutside(file, resolve(folder.root, folder.directory))) return { status: 422, detail: '文件或其目录是链接，不能保存' }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return { status: 200 }
}

/** A link on the way, as to a folder elsewhere, would have it written there. */
function leadsOutside(file: string, directory: string): boolean {
  for (let at = file; at !== directory; at = dirname(at)) if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) return true
  return false
}

/** What is wrong with it among the files as they are. A new file nobody names yet is judged by itself. */
function problemsWith(below: string, text: string, { root, directory }: SavedFolder): SchemaProblem[] {
  const path = `${directory}/${below}`
  const meaning = schemaFileAt(below)
  if (!meaning) return []
  const { file, problems } = readFile({ ...meaning, path }, text)
  if (problems.length > 0) return problems
  const loaded = loadSchemas(root, directory)
  if (!loaded.files.some((each) => each.path === path)) return []
  return readSources({ files: loaded.files.map((each) => (each.path === path ? file : each)), problems: [] }).problems.filter(
    (problem) => problem.file === path,
  )
}
