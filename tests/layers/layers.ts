import { dirname, join } from 'node:path/posix'
import { importsOf } from './imports'

/**
 * Which layers each layer may import besides itself. The same is in each layer's tsconfig.json, where the compiler refuses what is not
 * listed; here it is said in words, and what a reference cannot say is added: packages, and the words of the product.
 */
export const layers: Record<string, readonly string[]> = {
  'engine/spec': [],
  'engine/core': ['engine/spec'],
  'engine/client': ['engine/spec', 'engine/core'],
  'engine/playground': ['engine/spec', 'engine/core', 'engine/client'],
  'engine/server': ['engine/spec', 'engine/core'],
  'src/rules': ['engine/core'],
  'src/app': ['engine/spec', 'engine/core', 'engine/client', 'engine/playground', 'src/rules'],
  'src/server': ['engine/spec', 'engine/core', 'engine/server', 'src/rules'],
  tests: ['engine/spec', 'engine/core', 'engine/client', 'engine/playground', 'engine/server', 'src/rules', 'src/app', 'src/server'],
  scripts: [
    'engine/spec',
    'engine/core',
    'engine/client',
    'engine/playground',
    'engine/server',
    'src/rules',
    'src/app',
    'src/server',
    'tests',
  ],
}

const browserPackages = /^(react|react-dom|react-router-dom|antd|@ant-design\/.*|@formily\/.*|@tanstack\/.*|zustand|happy-dom)(\/|$)/
const serverPackages = /^(node:.*|fastify|@fastify\/.*|pg|kysely|@electric-sql\/.*|hucre)(\/|$)/

/** Packages that would tie a layer to one side of the wire. */
const foreignPackages: Record<string, readonly RegExp[]> = {
  'engine/core': [browserPackages, serverPackages],
  'engine/client': [serverPackages],
  'engine/playground': [serverPackages],
  'engine/server': [browserPackages],
  'src/rules': [browserPackages, serverPackages],
  'src/app': [serverPackages],
  'src/server': [browserPackages],
}

const formilyComponents = '@formily/antd-v5'
const formilyImporter = 'engine/client/form/model/formily.ts'

/** What would make the engine one for this product only. */
const productWords = /loan|borrow|lender|lending|credit|quota|pledge|collateral|mortgage|financ|redempt|repay|disburs|warehouse|receivable/i
const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u
const messageCatalogue = /^engine\/\w+\/(schemaM|printM|laterM|previewM|conditionM|m)essages\.ts$/
const testFile = /\.test\.tsx?$|\/testing\//

/**
 * @param file path from the root of the repository, with slashes
 * @returns one sentence per import that the file must not make
 */
export function refusedImports(file: string, source: string): string[] {
  const layer = layerOf(file)
  if (layer === undefined) return [`${file} lies in no layer; there are ${Object.keys(layers).join(', ')}`]
  const specifiers = new Set(importsOf(file, source).map(({ specifier }) => specifier))
  return [...specifiers].flatMap((specifier) => {
    if (specifier.startsWith('.')) return refuseFile(file, layer, join(dirname(file), specifier))
    return refusePackage(file, layer, specifier)
  })
}

const comment = /^\s*(\/?\*|\/\/|\{\/\*).*$|\/\/.*$/

/** @returns one sentence per line of an engine file that holds a word of the product or Chinese text outside a message catalogue */
export function refusedWords(file: string, text: string): string[] {
  // Tests and what they stand on (testing/) quote acceptance rows and what operators read; another product would not take them.
  if (!file.startsWith('engine/') || testFile.test(file)) return []
  return text.split('\n').flatMap((line, index) => {
    const place = `${file}:${index + 1}`
    const word = productWords.exec(line)?.[0]
    const refusals: string[] = []
    if (word !== undefined) refusals.push(`${place} says "${word}"; the engine knows nothing of the product`)
    // A comment may call a thing what users call it.
    if (chinese.test(line.replace(comment, '')) && !messageCatalogue.test(file))
      refusals.push(`${place} holds Chinese text; it belongs in messages.ts of its layer`)
    return refusals
  })
}

/** Where everything about one kind of value stands, layer by layer. */
const fieldFolder = /^engine\/\w+\/fields\//
/**
 * Types of fields that are types of nothing else. A comparison with one of the others can be about an expression, or about the part that such a
 * field plays in its entity: its number, its state, its references.
 */
const typeComparison = /(?:\bcase\s+|[=!]==\s*)'(textarea|money|percent|switch|files|json)'/

/** @returns one sentence per line that decides by the type of a field instead of asking what the type says of itself */
export function refusedTypeComparisons(file: string, text: string): string[] {
  if (!/^(engine|src)\//.test(file) || fieldFolder.test(file) || testFile.test(file)) return []
  return text.split('\n').flatMap((line, index) => {
    const type = typeComparison.exec(line)?.[1]
    return type === undefined ? [] : [`${file}:${index + 1} asks for the type '${type}'; what a type is stands in engine/<layer>/fields`]
  })
}

function refuseFile(file: string, layer: string, target: string): string[] {
  const targetLayer = layerOf(target)
  const allowed = layers[layer] ?? []
  if (targetLayer === layer || (targetLayer !== undefined && allowed.includes(targetLayer))) return []
  return [`${file} imports ${target}; ${layer} may import ${allowed.length === 0 ? 'no other layer' : `${allowed.join(', ')} only`}`]
}

function refusePackage(file: string, layer: string, specifier: string): string[] {
  if (specifier.startsWith(formilyComponents) && file !== formilyImporter) {
    return [`${file} imports ${specifier}; only ${formilyImporter} may, so that each piece can be replaced behind it`]
  }
  const foreign = foreignPackages[layer] ?? []
  if (testFile.test(file) || !foreign.some((packages) => packages.test(specifier))) return []
  return [`${file} imports ${specifier}; ${layer} must also run where that does not exist`]
}

function layerOf(path: string): string | undefined {
  return Object.keys(layers).find((layer) => path.startsWith(`${layer}/`))
}
