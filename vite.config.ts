import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { runnerImport, type Plugin, type UserConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import { bundlerChecks } from './scripts/vite/bundlerChecks.ts'
import { refuseChunkCircles } from './scripts/vite/chunkCircles.ts'
import { keepOutOfFirstLoad } from './scripts/vite/firstLoad.ts'
import { narrowImport } from './scripts/vite/narrowImport.ts'
import { refusePackageTwins } from './scripts/vite/packageTwins.ts'
import { compileMetaSchemas, compileTellingValidators } from './scripts/vite/metaSchemas.ts'
import { reachedFrom } from './scripts/vite/reachedFrom.ts'
import { precompress } from './scripts/vite/precompress.ts'
import { stylesLast } from './scripts/vite/stylesLast.ts'
import { beginWith } from './scripts/vite/testSequence.ts'
import { workerFiles } from './scripts/vite/workerFiles.ts'
import { patience } from './tests/patience.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const cache = `${root}node_modules/.cache`

/**
 * The one place that says how sources become programs: the browser program (dist/web), the server program (dist/server) and the
 * scripts, which are built like the server (scripts/run.mjs), and how tests run (`npm test -- --project unit` runs one group).
 */
export default defineConfig(({ isSsrBuild }) => {
  if (process.env['VITEST']) return { plugins: serverPlugins(), test: tests }
  return isSsrBuild ? serverProgram : browserProgram()
})

/** Imported dynamically, yet fetched on every first visit: the controls of a search form, as soon as a page is painted. */
const fetchedAtOnce = /[\\/](SelectControl|DateControl)\.tsx$/

/** What only some pages need, and the playground with all that only it uses. */
const neverAtFirst =
  /[\\/](@formily|echarts|zrender|async-validator|@codemirror|@lezer|@dagrejs|ajv|jsonc-parser|vscode-[\w-]+|safe-regex2)[\\/]|[\\/]laterMessages\.ts$|[\\/]engine[\\/]playground[\\/]/

/** Schemas are judged in a thread of the page, which may run no text as code. */
const tellingValidators = compileTellingValidators(`${root}engine/spec`, `${cache}/validators`)

/** A record to be read, and what is needed besides to fill one: each comes as one file. */
const parts = { record: `${root}engine/client/record/RecordPage.tsx`, form: `${root}engine/client/record/RecordEdit.tsx` }

/** What is fetched as soon as a list is painted. */
const controls = ['SelectControl', 'DateControl'].map((name) => `${root}engine/client/fields/controls/${name}.tsx`)

function browserProgram(): UserConfig {
  return {
    root: `${root}src/app`,
    plugins: [
      react(),
      compiledSchemas(),
      // Every input of antd reads a context of its forms, which are not used here and bring a validator of 80 kB.
      narrowImport(/[\\/]antd[\\/]es[\\/]form[\\/]context\.js$/, '@rc-component/form', '@rc-component/form/es/FormContext'),
      narrowImport(/[\\/]antd[\\/]es[\\/]modal[\\/]Modal\.js$/, '../skeleton', `${root}src/app/LaterSkeleton.tsx`),
      keepOutOfFirstLoad(neverAtFirst, fetchedAtOnce),
      refusePackageTwins(fetchedAtOnce),
      refuseChunkCircles(),
      stylesLast(),
      tellingValidators,
      precompress(),
    ],
    server: { host: '127.0.0.1', fs: { allow: [root] } },
    worker: { format: 'es', plugins: () => [tellingValidators], rolldownOptions: { checks: bundlerChecks } },
    // Found too late otherwise: the worker is started when the page is open already, which would then be loaded again.
    optimizeDeps: { include: ['fastest-levenshtein', 'jsonc-parser', 'safe-regex2', 'vscode-json-languageservice'] },
    // The server writes the nonce of each answer in place of it (engine/server/webRoot.ts); src/app/cspNonce.ts reads it.
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      outDir: `${root}dist/web`,
      emptyOutDir: true,
      // The sizes that matter are printed by `npm run bench`, compressed.
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1500,
      rolldownOptions: {
        checks: bundlerChecks,
        output: {
          // The name of a chunk of packages lists the entries that share it, and there may be many.
          chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
          codeSplitting: {
            // A group would otherwise draw in what its modules share with others, and every page would load Formily for that.
            includeDependenciesRecursively: false,
            groups: [
              // The first visit fetches few files: packages in two, which stay the same from release to release, and the program. What each of
              // two dozen pages shares with it would else be a file of its own.
              { name: 'react', test: nodeModules('react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom'), priority: 4 },
              { name: 'packages', test: packages, tags: ['$initial'], priority: 3 },
              { name: 'program', tags: ['$initial'], priority: 2 },
              { name: reachedFrom(parts, controls), priority: 1.5 },
              // Chunks for what only forms, only the playground, … use. Small ones are not merged: that would bring what is late into what is early.
              { name: 'formily', test: nodeModules('@formily'), priority: 1, entriesAware: true },
              { name: 'echarts', test: nodeModules('echarts', 'zrender'), priority: 1, entriesAware: true },
              // What the packages above stand on. In a page's own chunk it would make a circle, page → package → page, that ends in
              // "is not a function" when the page is opened.
              { name: 'later', test: packages, priority: 0, entriesAware: true },
            ],
          },
        },
      },
    },
  }
}

const serverProgram: UserConfig = {
  root,
  plugins: serverPlugins(),
  build: {
    ssr: 'src/server/main.ts',
    outDir: `${root}dist/server`,
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    // Flat, so that a worker file lies beside whatever chunk names it.
    rolldownOptions: { checks: bundlerChecks, output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
}

function serverPlugins(): Plugin[] {
  return [workerFiles(`${cache}/workers`), compileMetaSchemas(`${root}engine/spec`, `${cache}/validators`)]
}

const inBrowser = ['engine/{client,playground}/**/*.test.{ts,tsx}', 'src/app/**/*.test.{ts,tsx}']
const ofScreens = ['tests/screens/**/*.test.tsx']
const onDatabase = ['engine/server/**/*.test.ts', 'src/server/**/*.test.ts', 'tests/record/**/*.test.ts']
const overTheWire = ['tests/api/**/*.test.ts']
const inChromium = ['tests/e2e/**/*.test.ts']

const inNode = {
  environment: 'node',
  // Nothing is measured by it: a machine that does other work besides is slow, not wrong.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // A file begins with the modules and the database engine that the one before it has loaded; what it opens, it closes.
  isolate: false,
  maxWorkers: '100%',
} as const

/** Tests make much that is soon forgotten; with more room it is looked through less often. */
const moreRoom = '--max-semi-space-size=64'
/** Most of what units and pages need runs a few times only, and is faster compiled in haste than not at all: a twelfth of their time. */
const quickly = { execArgv: [moreRoom, '--always-sparkplug'] }

const inSimulatedBrowser = {
  ...quickly,
  environment: 'happy-dom',
  isolate: false,
  maxWorkers: '100%',
  alias: { 'virtual:product': `${root}src/app/testing/noProduct.ts` },
  setupFiles: ['commits', 'patience', 'slips', 'windowSize'].map((name) => `engine/client/testing/${name}.ts`),
}

/**
 * One more than there are cores, and none of the three groups waits for the end of another: some of their time is spent until a lease has
 * ended, a process has started, or a page and its server have heard of each other.
 */
const waiting = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } }

/** Files of which each would be the last by far if it began late. */
const longest = [
  'tests/e2e/beginning.test.ts',
  'tests/e2e/development.test.ts',
  'tests/e2e/accessibility.test.ts',
  'engine/server/jobs/jobs.test.ts',
  'tests/api/commands.test.ts',
  'tests/api/internal.test.ts',
  'tests/api/servers.test.ts',
  'tests/api/exports.test.ts',
  'tests/api/giving.test.ts',
  'tests/api/crash.test.ts',
  'tests/api/stop.test.ts',
  'tests/api/endOfDay.test.ts',
]

const tests = {
  root,
  execArgv: [moreRoom],
  sequence: { sequencer: beginWith(['screens', 'repository', 'unit', 'dom', 'database', 'api', 'e2e'], longest) },
  expect: { poll: { timeout: patience } },
  projects: [
    {
      extends: true,
      test: {
        ...inNode,
        ...quickly,
        name: 'unit',
        // Whatever no other group takes, so that a test file in a new folder is not forgotten.
        include: ['{engine,src}/**/*.test.{ts,tsx}'],
        exclude: [...onDatabase, ...inBrowser],
      },
    },
    // Apart from the units, because it takes longer with each schema, builds or starts a compiler.
    {
      extends: true,
      test: {
        ...inNode,
        ...quickly,
        name: 'repository',
        include: ['{scripts,tests}/**/*.test.{ts,tsx}'],
        exclude: [...onDatabase, ...ofScreens, ...overTheWire, ...inChromium],
      },
    },
    // On a PostgreSQL where there is one, or the embedded database.
    { extends: true, test: { ...inNode, ...waiting, name: 'database', include: onDatabase } },
    { extends: true, test: { ...inSimulatedBrowser, name: 'dom', include: inBrowser } },
    // Apart from the pages that stand for a kind, because it takes longer with each menu.
    { extends: true, test: { ...inSimulatedBrowser, name: 'screens', include: ofScreens } },
    // Each file runs the product on a database of its own, copied from the one that the first of them has filled.
    {
      extends: true,
      test: {
        name: 'api',
        environment: 'node',
        include: overTheWire,
        isolate: false,
        ...waiting,
        // For what would never end; nothing is measured by it. The first file may make the demo data, beside other work.
        testTimeout: 300_000,
        hookTimeout: 900_000,
      },
    },
    {
      extends: true,
      test: {
        name: 'e2e',
        environment: 'node',
        include: inChromium,
        // Files share a worker's product; what they do in it they do under names of their own.
        isolate: false,
        globalSetup: 'tests/e2e/support/globalSetup.ts',
        ...waiting,
        // A wait that waits within itself ends after three times the patience, and is to say for what.
        testTimeout: 5 * patience,
        hookTimeout: 5 * patience,
      },
    },
  ],
} satisfies UserConfig['test']

/**
 * The plugin of the schema compiler. It is imported only where it is needed, by Vite itself, because Vite warns of a configuration that
 * imports without file extensions, as engine/ does; a change of the compiler restarts the development server.
 */
async function compiledSchemas(): Promise<Plugin[]> {
  const { module, dependencies } = await runnerImport<typeof import('./scripts/vite/schemas')>(`${root}scripts/vite/schemas.ts`)
  const files = new Set(dependencies.map((file) => resolve(root, file)))
  const restartOnChange: Plugin = {
    name: 'restart-on-compiler-change',
    configureServer(server) {
      server.watcher.add([...files])
      server.watcher.on('change', (file) => files.has(file) && void server.restart())
    },
  }
  return [module.schemas(root, process.env['SCHEMAS_DIR'] || undefined), restartOnChange]
}

/** With what is put into them (narrowImport), and with what the bundler wraps an import() in, which they use too. */
const packages = /[\\/]node_modules[\\/]|LaterSkeleton\.tsx$|vite[\\/]preload-helper/

function nodeModules(...names: string[]): RegExp {
  return new RegExp(`[\\\\/]node_modules[\\\\/](${names.join('|')})[\\\\/]`)
}
