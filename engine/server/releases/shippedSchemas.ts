import { createHash } from 'node:crypto'
import { readSources, sourcesOf, type SourceOptions } from '../../core/check/sources'
import { compileOrTell, compileProduct, compileScreen } from '../../core/compile'
import { limitsExceeded, withinLimits } from '../../core/difference'
import type { ProductPlan, ScreenPlan } from '../../core/plan'
import { loadSchemas } from '../../spec/load'
import { readFile, type SchemaFile } from '../../spec/schemaFiles'
import { formatProblem, type SchemaProblem } from '../../spec/problem'

export interface ShippedText {
  /** From the root of the repository, wherever the folder lies. */
  path: string
  text: string
}

/** The schemas that the running server was made of, and what may be shown in place of their screens. */
export interface ShippedSchemas {
  texts: readonly ShippedText[]
  /** Of all texts: what a release was checked with. */
  hash: string
  /** The file of a screen; undefined: there is none. */
  screenOf(path: string): ShippedScreen | undefined
  /** The same by the screen's id. */
  screen(id: string): ShippedScreen | undefined
  /** A text in place of a screen's file: what is wrong with it, or what it becomes. */
  judge(screen: ShippedScreen, text: string): { problems: SchemaProblem[]; plan?: undefined } | { problems: []; plan: ScreenPlan }
  /** Texts in place of any files, of whatever kind, and what the whole product becomes by them. */
  judgeAll(drafts: readonly ShippedText[]): { problems: SchemaProblem[]; plan?: undefined } | { problems: []; plan: ProductPlan }
  /** The same of a text that was judged with these schemas before. @throws Error where it cannot be compiled all the same */
  compile(screen: ShippedScreen, text: string): ScreenPlan
}

export interface ShippedScreen {
  id: string
  path: string
  text: string
  hash: string
  plan: ScreenPlan
}

const folderName = 'schemas'

/**
 * Reads the schemas of the repository at `root`, or of another folder, which are those that `plan` was compiled from. A release is judged with
 * shipped files alone, so that taking one screen back breaks no other.
 */
export function readShipped(
  { root, folder = folderName, plan }: { root: string; folder?: string | undefined; plan: ProductPlan },
  options: SourceOptions,
): ShippedSchemas {
  const texts: ShippedText[] = []
  const { files } = loadSchemas(root, folder, (schemaFile, text) => {
    const path = folderName + schemaFile.path.slice(folder.length)
    texts.push({ path, text })
    return readFile({ ...schemaFile, path }, text)
  })
  const sources = sourcesOf(files)
  const screens = new Map<string, ShippedScreen>()
  for (const [index, { kind, key, path }] of files.entries()) {
    const [text, screenPlan] = [texts[index]?.text ?? '', plan.screens[key]]
    if (kind === 'screen' && screenPlan) screens.set(key, { id: key, path, text, hash: hashOf(text), plan: screenPlan })
  }
  const byPath = new Map([...screens.values()].map((screen) => [screen.path, screen]))

  function read({ id, path }: ShippedScreen, text: string): ReturnType<typeof readFile> {
    return readFile({ kind: 'screen', source: `screens/${id}`, key: id, path }, text)
  }

  function compiled({ id, plan: shipped }: ShippedScreen, file: SchemaFile): ScreenPlan {
    const screen = file.json?.value as (typeof sources.screens)[string]
    return withinLimits(shipped, compileScreen(id, { ...sources, screens: { ...sources.screens, [id]: screen } }, plan.entities))
  }

  return {
    texts,
    hash: hashOf(texts.map(({ path, text }) => `${path}\n${text}`).join('\n')),
    screenOf: (path) => byPath.get(path),
    screen: (id) => screens.get(id),
    judge(screen, text) {
      const { file, problems } = read(screen, text)
      const wrong = readSources({ files: files.map((each) => (each.path === screen.path ? file : each)), problems }, options).problems
      if (wrong.length > 0) return { problems: wrong }
      const draft = compileOrTell(screen.path, () => compiled(screen, file))
      if (!draft.plan) return draft
      const beyond = limitsExceeded(screen.plan, draft.plan, file)
      return beyond.length > 0 ? { problems: beyond } : draft
    },
    judgeAll(drafts) {
      const texts = new Map(drafts.map((draft) => [draft.path, draft.text]))
      const read = files.map((file) => {
        const text = texts.get(file.path)
        return text === undefined ? { file, problems: [] } : readFile(file, text)
      })
      const judged = readSources({ files: read.map(({ file }) => file), problems: read.flatMap(({ problems }) => problems) }, options)
      const { sources } = judged
      if (!sources) return { problems: judged.problems }
      return compileOrTell(drafts[0]?.path ?? `${folderName}/product.json`, () => compileProduct(sources))
    },
    compile(screen, text) {
      const { file, problems } = read(screen, text)
      if (problems.length > 0) throw new Error(problems.map(formatProblem).join('\n'))
      return compiled(screen, file)
    },
  }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
