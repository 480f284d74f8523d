import {
  getLanguageService,
  InsertTextFormat,
  MarkupContent,
  TextDocument,
  TextEdit,
  type CompletionItem,
  type Hover,
  type LanguageService,
  type Range,
} from 'vscode-json-languageservice'
import { editorSchemas } from '../../core/editing/editorSchemas'
import type { Schema } from '../../core/editing/variants'
import type { MetaSchema } from '../../spec/keywords'
import { metaSchemas, schemaKinds, sharedSchemas } from '../../spec/metaSchemas'
import type { SchemaFile } from '../../spec/schemaFiles'
import type { PlaygroundContents } from '../contents'
import type { HoverText, Proposal, Proposals } from './protocol'

const base = 'schema:/editor/'
const files = 'schema:/files/'
const specs = [...Object.values(metaSchemas), ...Object.values(sharedSchemas)] as unknown as MetaSchema[]

/** Proposals and help at a place of a text: what VS Code's JSON service says by the schemas that an editor of the repository has. */
export class SchemaLanguage {
  readonly #given: Pick<PlaygroundContents, 'codeNames' | 'icons'>
  readonly #service: LanguageService
  #schemas = new Map<string, string>()
  #files: readonly SchemaFile[] = []

  constructor(given: Pick<PlaygroundContents, 'codeNames' | 'icons'>) {
    this.#given = given
    this.#service = getLanguageService({
      schemaRequestService: (uri) => {
        const text = this.#schemas.get(decodeURIComponent(uri.slice(base.length)))
        return text === undefined ? Promise.reject(new Error(uri)) : Promise.resolve(text)
      },
      workspaceContext: { resolveRelativePath: (relative, resource) => new URL(relative, resource).href },
      clientCapabilities: {
        textDocument: {
          completion: { completionItem: { documentationFormat: ['markdown', 'plaintext'] } },
          hover: { contentFormat: ['markdown', 'plaintext'] },
        },
      },
    })
    const schemas = schemaKinds.map((kind) => ({
      uri: `${base}${kind}.schema.json`,
      fileMatch: [`*.${kind}.json`, `${files}schemas/${kind}.json`],
    }))
    this.#service.configure({ validate: false, allowComments: false, schemas })
  }

  /** It has taken the names of files. */
  get isReady(): boolean {
    return this.#schemas.size > 0
  }

  /** Takes the names of these files, when they are others than before. */
  take(soundFiles: readonly SchemaFile[]): void {
    const isSame = soundFiles.length === this.#files.length && soundFiles.every((file, index) => file.json === this.#files[index]?.json)
    if (isSame) return
    this.#files = soundFiles
    const { codeNames, icons } = this.#given
    const made = editorSchemas({ metaSchemas: specs, files: soundFiles, code: codeNames, icons })
    const schemas = new Map([...made].map(([name, schema]: [string, Schema]) => [name, JSON.stringify(schema)]))
    for (const name of new Set([...this.#schemas.keys(), ...schemas.keys()]))
      if (this.#schemas.get(name) !== schemas.get(name)) this.#service.resetSchema(base + name)
    this.#schemas = schemas
  }

  async proposals(path: string, text: string, offset: number): Promise<Proposals> {
    const { document, json } = this.#open(path, text)
    const list = await this.#service.doComplete(document, document.positionAt(offset), json)
    const items = list?.items ?? []
    const range = rangeOf(items[0])
    return {
      from: range ? document.offsetAt(range.start) : offset,
      to: range ? document.offsetAt(range.end) : offset,
      options: items.map(proposalOf),
    }
  }

  async hover(path: string, text: string, offset: number): Promise<HoverText | undefined> {
    const { document, json } = this.#open(path, text)
    const hover = await this.#service.doHover(document, document.positionAt(offset), json)
    const shown = hover ? textOf(hover.contents) : ''
    if (!hover || shown === '') return undefined
    const { start, end } = hover.range ?? { start: document.positionAt(offset), end: document.positionAt(offset) }
    return { from: document.offsetAt(start), to: document.offsetAt(end), text: shown }
  }

  #open(path: string, text: string) {
    // A text that says which schema it follows would have it fetched; here each file has the schema of its kind.
    const document = TextDocument.create(files + path, 'json', 1, text.replace('"$schema"', '"-schema"'))
    return { document, json: this.#service.parseJSONDocument(document) }
  }
}

function rangeOf(item: CompletionItem | undefined): Range | undefined {
  return item?.textEdit && TextEdit.is(item.textEdit) ? item.textEdit.range : undefined
}

function proposalOf({ label, insertText, textEdit, documentation, insertTextFormat, kind }: CompletionItem): Proposal {
  const says = typeof documentation === 'object' ? documentation.value : documentation
  const insert = textEdit?.newText ?? insertText ?? label
  return {
    label: label.replace(/^"(.*)"$/, '$1'),
    ...(insertTextFormat === InsertTextFormat.Snippet ? filledIn(insert) : { insert }),
    ...(says ? { detail: says } : {}),
    type: kind === PROPERTY ? 'property' : 'enum',
  }
}

/** A snippet as text, and which part of it is typed over: `"title": "$1"`, `"kind": ${1:"record"}`. */
function filledIn(snippet: string): Pick<Proposal, 'insert' | 'select'> {
  let insert = ''
  let select: [number, number] | undefined
  let from = 0
  for (const { 0: hole, 1: given = '', 2: escaped, index } of snippet.matchAll(/\$(?:\d+|\{\d+(?::((?:\\.|[^}\\])*))?\})|\\(.)/g)) {
    insert += snippet.slice(from, index)
    from = index + hole.length
    const text = escaped ?? given.replace(/\\(.)/g, '$1')
    if (escaped === undefined) select ??= [insert.length, insert.length + text.length]
    insert += text
  }
  return { insert: insert + snippet.slice(from), ...(select ? { select } : {}) }
}

/** CompletionItemKind.Property. */
const PROPERTY = 10

function textOf(contents: Hover['contents']): string {
  if (MarkupContent.is(contents)) return contents.value
  return [contents]
    .flat()
    .map((part) => (typeof part === 'string' ? part : part.value))
    .join('\n\n')
}
