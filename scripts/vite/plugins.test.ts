import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build, createServer, type InlineConfig } from 'vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refuseChunkCircles } from './chunkCircles.ts'
import { keepOutOfFirstLoad } from './firstLoad.ts'
import { reachedFrom } from './reachedFrom'
import { refusePackageTwins } from './packageTwins.ts'
import { precompress } from './precompress.ts'
import { workerFiles } from './workerFiles.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vite-plugins-'))
})
afterEach(() => rm(root, { recursive: true }))

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
}

function buildHere(config: InlineConfig): Promise<unknown> {
  return build({ configFile: false, root, logLevel: 'silent', ...config })
}

const page = { 'index.html': '<script type="module" src="/main.js"></script>' }

it('stops a build that loads a late package with the first page, and names who imports it', async () => {
  await write({
    ...page,
    'main.js': `import './list'`,
    'list.js': `import { a } from './late/a'; console.log(a)`,
    'late/a.js': 'export const a = Math.random()',
  })
  await expect(buildHere({ plugins: [keepOutOfFirstLoad(/\/late\//)] })).rejects.toThrow(`${root}/list.js`)
})

it('lets a late package be loaded by a page that needs it', async () => {
  await write({
    ...page,
    'main.js': `import('./form')`,
    'form.js': `import { a } from './late/a'; console.log(a)`,
    'late/a.js': 'export const a = Math.random()',
  })
  await expect(buildHere({ plugins: [keepOutOfFirstLoad(/\/late\//)] })).resolves.toBeDefined()
})

it('counts a page that every visit begins with, though it is imported dynamically', async () => {
  await write({
    ...page,
    'main.js': `import('./list')`,
    'list.js': `import { a } from './late/a'; console.log(a)`,
    'late/a.js': 'export const a = Math.random()',
  })
  await expect(buildHere({ plugins: [keepOutOfFirstLoad(/\/late\//, /\/list\.js$/)] })).rejects.toThrow(`${root}/list.js`)
})

it('stops a build that loads a package from two folders with the first page', async () => {
  const version = (name: string): string => `export const ${name} = Math.random()`
  await write({
    ...page,
    'main.js': `import { a } from './node_modules/one/index.js'; import { b } from './node_modules/two/index.js'; console.log(a, b)`,
    'node_modules/one/index.js': version('a'),
    'node_modules/two/index.js': `export { b } from './node_modules/one/index.js'`,
    'node_modules/two/node_modules/one/index.js': version('b'),
  })
  await expect(buildHere({ plugins: [refusePackageTwins()] })).rejects.toThrow(`${root}/node_modules/two/node_modules/one`)
  await write({ 'node_modules/two/index.js': `export { a as b } from '../one/index.js'` })
  await expect(buildHere({ plugins: [refusePackageTwins()] })).resolves.toBeDefined()
})

it.each([
  ['stops a build whose chunks import each other', ['package-a'], /page-.*→.*packages-/],
  ['lets chunks import one another in order', ['package-a', 'package-b'], undefined],
])('%s', async (_name, grouped, refusal) => {
  await write({
    ...page,
    'main.js': `import('./page')`,
    'page.js': `import { a } from './package-a'; import './package-b'; console.log(a)`,
    'package-a.js': `import { b } from './package-b'; export const a = b()`,
    'package-b.js': `export const b = () => Math.random()`,
  })
  const groups = [{ name: 'packages', test: new RegExp(`/(${grouped.join('|')})\\.js$`) }]
  const building = buildHere({
    plugins: [refuseChunkCircles()],
    build: { rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups } } } },
  })
  if (refusal) await expect(building).rejects.toThrow(refusal)
  else await expect(building).resolves.toBeDefined()
})

it('writes both compressed forms of a file, and none of a small one', async () => {
  const text = JSON.stringify(Array.from({ length: 1000 }, (_, index) => `line ${index}`))
  await write({
    ...page,
    'main.js': `import('./large'); import('./small')`,
    'large.js': `console.log(${text})`,
    'small.js': `console.log('small')`,
  })
  const names = { entryFileNames: '[name].js', chunkFileNames: '[name].js' }
  await buildHere({ plugins: [precompress()], build: { modulePreload: false, rolldownOptions: { output: names } } })
  const written = await readFile(join(root, 'dist/large.js'), 'utf8')
  expect(brotliDecompressSync(await readFile(join(root, 'dist/large.js.br'))).toString()).toBe(written)
  expect(gunzipSync(await readFile(join(root, 'dist/large.js.gz'))).toString()).toBe(written)
  expect(existsSync(join(root, 'dist/small.js.br'))).toBe(false)
})

const program = {
  'main.ts': `import { Worker } from 'node:worker_threads'
    import { place } from './database/place'
    new Worker(place).on('message', (answer: string) => console.log(answer))`,
  'database/place.ts': `export const place = new URL('./echoWorker.js', import.meta.url)`,
  'database/echoWorker.ts': `import { parentPort } from 'node:worker_threads'
    import { word } from './word'
    parentPort?.postMessage(word)`,
  'database/word.ts': `export const word: string = 'the worker runs'`,
}

it('builds a worker as a file that the built program finds', async () => {
  await write(program)
  const names = { entryFileNames: '[name].mjs' }
  await buildHere({ plugins: [workerFiles(join(root, 'cache'))], build: { ssr: 'main.ts', rolldownOptions: { output: names } } })
  await write({ 'dist/package.json': '{ "type": "module" }' })
  expect(spawnSync(process.execPath, [join(root, 'dist/main.mjs')], { encoding: 'utf8' }).stdout).toBe('the worker runs\n')
})

it('bundles a worker for sources that run where they lie', async () => {
  await write(program)
  const plugins = [workerFiles(join(root, 'cache'))]
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins,
    server: { middlewareMode: true, ws: false, watch: null },
  })
  const { place } = (await server.ssrLoadModule('/database/place.ts')) as { place: URL }
  await server.close()
  const starter = `new (require('node:worker_threads').Worker)(new URL('${place.href}')).on('message', (answer) => console.log(answer))`
  expect(spawnSync(process.execPath, ['-e', starter], { encoding: 'utf8' }).stdout).toBe('the worker runs\n')
})

it('puts what a page needs into the chunk of the first page that needs it', () => {
  const imports: Record<string, string[]> = {
    view: ['shared'],
    form: ['shared', 'model'],
    shared: ['view'],
    model: ['package'],
    package: [],
  }
  const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) }
  const nameOf = reachedFrom({ record: 'view', form: 'form' })
  expect(['view', 'shared', 'form', 'model', 'package', 'else'].map((id) => nameOf(id, graph))).toEqual([
    'record',
    'record',
    'form',
    'form',
    'form',
    undefined,
  ])
  expect(reachedFrom({ form: 'form' }, ['model'])('package', graph)).toBeUndefined()
})
