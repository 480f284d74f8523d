import { readSources } from '../../core/check/sources'
import { compileOrTell, compileProduct } from '../../core/compile'
import { SourcesMemory } from '../../core/memory'
import type { ProductPlan } from '../../core/plan'
import { specText } from '../../spec/messages'
import type { SchemaProblem } from '../../spec/problem'
import { readSchemas, rememberingRead, type FileContent, type SchemaFile } from '../../spec/schemaFiles'
import type { PlaygroundContents } from '../contents'

/** The largest shipped file has 60 kB. */
const MAX_CHARACTERS = 1_000_000

const folder = 'schemas'

/** What the texts are found to be. */
export interface Findings {
  problems: readonly SchemaProblem[]
  /** Of texts without a problem. */
  plan?: ProductPlan
}

/** All schema texts with one check of them, the same that files go through. Only texts that have changed are read again. */
export class SchemaBench {
  readonly #contents: PlaygroundContents
  readonly #performedByCode: ReadonlySet<string>
  readonly #texts: Map<string, string>
  readonly #read = rememberingRead()
  readonly #memory = new SourcesMemory()
  /** Each file as it was last sound: what is being typed is broken half of the time, and its names are there all the same. */
  readonly #sound = new Map<string, SchemaFile>()

  constructor(contents: PlaygroundContents) {
    this.#contents = contents
    this.#performedByCode = new Set(contents.performedByCode)
    this.#texts = new Map(contents.files.map(({ path, text }) => [path, text]))
  }

  edit(path: string, text: string): void {
    this.#texts.set(path, text)
  }

  textOf(path: string): string {
    return this.#texts.get(path) ?? ''
  }

  judge(): Findings {
    const loaded = readSchemas(folder, this.#paths(), (path) => this.#contentOf(path), this.#read)
    for (const file of loaded.files) if (file.json) this.#sound.set(file.path, file)
    const options = { performedByCode: this.#performedByCode, codeNames: this.#contents.codeNames, memory: this.#memory }
    const { sources, problems } = readSources(loaded, options)
    return sources ? compileOrTell(`${folder}/product.json`, () => compileProduct(sources, this.#memory)) : { problems }
  }

  /** Files for names that are proposed. */
  soundFiles(): SchemaFile[] {
    return [...this.#sound.values()]
  }

  #paths(): string[] {
    return [...this.#texts.keys()].map((path) => path.slice(folder.length + 1)).sort()
  }

  #contentOf(path: string): FileContent {
    const text = this.textOf(`${folder}/${path}`)
    if (text.length <= MAX_CHARACTERS) return { text }
    const found = specText('file.too-large', { bytes: text.length, most: MAX_CHARACTERS })
    return { unreadable: { line: 1, column: 1, code: 'unreadable', found } }
  }
}
