/** VS Code's JSON support as this repository sets it up, without VS Code. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  getLanguageService,
  TextDocument,
  type CompletionItem,
  type Diagnostic,
  type JSONDocument,
  type LanguageService,
  type MatchingSchema,
} from 'vscode-json-languageservice'
import type { Schema } from '../../../engine/core/editing/variants'
import { editorFolder } from '../writeEditorSchemas'

interface Settings {
  'json.schemas': { fileMatch: string[]; url: string }[]
}

/** A proposal as a developer reads it. */
export interface Proposal {
  /** As it stands in the file: without quotes. */
  name: string
  says: string
}

export class Editor {
  readonly root: string
  readonly #service: LanguageService

  /** @param generated what `npm run generate` writes: file name → schema */
  constructor(root: string, generated: ReadonlyMap<string, Schema>) {
    this.root = root
    const folder = this.#uriOf(`${editorFolder}/`)
    this.#service = getLanguageService({
      schemaRequestService: async (uri) =>
        uri.startsWith(folder)
          ? JSON.stringify(generated.get(decodeURIComponent(uri.slice(folder.length))))
          : readFileSync(fileURLToPath(uri), 'utf8'),
      workspaceContext: { resolveRelativePath: (relative, resource) => new URL(relative, resource).href },
      // As VS Code does: documentation is markdown.
      clientCapabilities: { textDocument: { completion: { completionItem: { documentationFormat: ['markdown', 'plaintext'] } } } },
    })
    const settings = JSON.parse(readFileSync(join(root, '.vscode/settings.json'), 'utf8')) as Settings
    const schemas = settings['json.schemas'].map(({ fileMatch, url }) => ({ uri: this.#uriOf(url), fileMatch, folderUri: this.#uriOf('') }))
    this.#service.configure({ validate: true, allowComments: false, schemas })
  }

  /** A generated file is another by now, of which the editor hears from its watcher. */
  hearOf(name: string): void {
    this.#service.resetSchema(this.#uriOf(`${editorFolder}/${name}`))
  }

  /** What is proposed at the place of the sign. */
  async proposals(path: string, text: string, sign: string): Promise<Proposal[]> {
    const { document, json, offset } = this.#open(path, text, sign)
    const list = await this.#service.doComplete(document, document.positionAt(offset), json)
    return (list?.items ?? []).map(({ label, documentation }) => ({ name: label.replace(/^"(.*)"$/, '$1'), says: wordsOf(documentation) }))
  }

  /** What is told of the word at the place of the sign. */
  async hover(path: string, text: string, sign: string): Promise<string> {
    const { document, json, offset } = this.#open(path, text, sign)
    const hover = await this.#service.doHover(document, document.positionAt(offset), json)
    return [hover?.contents ?? []].flat().map(String).join('\n')
  }

  /** What is underlined, with the words that it is under. */
  async problems(path: string, text: string): Promise<{ under: string; message: string }[]> {
    const { document, json } = this.#open(path, text)
    const found: Diagnostic[] = await this.#service.doValidation(document, json, { schemaValidation: 'warning', schemaRequest: 'error' })
    return found.map(({ range, message }) => ({ under: document.getText(range), message: String(message) }))
  }

  /** Every value of a file with the parts of schemas that hold for it. */
  async matching(path: string, text: string): Promise<MatchingSchema[]> {
    const { document, json } = this.#open(path, text)
    return this.#service.getMatchingSchemas(document, json)
  }

  #open(path: string, text: string, sign?: string): { document: TextDocument; json: JSONDocument; offset: number } {
    const offset = sign === undefined ? 0 : text.indexOf(sign)
    if (offset < 0) throw new Error(`${path} has no place ${sign}`)
    const written = sign === undefined ? text : text.slice(0, offset) + text.slice(offset + sign.length)
    const document = TextDocument.create(this.#uriOf(path), 'json', 1, written)
    return { document, json: this.#service.parseJSONDocument(document), offset }
  }

  #uriOf(path: string): string {
    return pathToFileURL(join(this.root, path)).href
  }
}

function wordsOf(documentation: CompletionItem['documentation']): string {
  return typeof documentation === 'object' ? documentation.value : (documentation ?? '')
}
