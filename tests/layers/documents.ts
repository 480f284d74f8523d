import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

/** What a document refers to: links to other places, paths named in its text, commands of npm, and the languages of its code. */
export interface References {
  links: string[]
  paths: string[]
  scripts: string[]
  languages: string[]
}

const fence = /^```(\w*)\n([^]*?)^```$/gm
/** A file that the document itself shows, with its name alone on a line before it. */
const shownFile = /^`[\w./-]+`\n\n(?=```)/gm
/** What begins like a place in the repository. A path with a hole (`<area>`), a star or an ellipsis is a pattern and names no file. */
const rooted = /^(?:engine|src|schemas|scripts|tests)\/[\w./-]+$/
/** `read/list.ts`, `form/model/`, as a document in the folder above names it. */
const relative = /^[\w.-]+\/[\w./-]*$/

/** @param folder of the document, where its links and short paths begin */
export function referencesIn(text: string, folder: string): References {
  const prose = text.replace(shownFile, '').replace(fence, '')
  const diagrams = [...text.matchAll(fence)].filter(([, language]) => language === 'text').map(([, , content = '']) => content)
  const code = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, content = '']) => content)
  const named = [...code, ...diagrams.flatMap((content) => content.split(/[\s,:()]+/))]
  return {
    links: [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target),
    paths: named.filter((name) => rooted.test(name) || (folder !== '.' && relative.test(name) && looksLikeFile(name))),
    scripts: [...code, ...diagrams].flatMap((content) => [...content.matchAll(/npm (?:run )?(\w[\w:-]*)/g)].map(([, name = '']) => name)),
    languages: [...text.matchAll(fence)].map(([, language = '']) => language),
  }
}

/** An ending or a slash at the end: `and/or` and types of content are none. */
function looksLikeFile(name: string): boolean {
  return /(\.(tsx?|mjs|json|md|css)|\/)$/.test(name)
}

/** `#how-a-request-travels`, as GitHub makes it of a heading. */
export function anchorsIn(text: string): string[] {
  return [...text.replace(fence, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** @returns a sentence for each link and path of a document that leads nowhere */
export function deadReferences(file: string, text: string, read: (path: string) => string): string[] {
  const folder = dirname(file)
  const { links, paths } = referencesIn(text, folder)
  const dead = paths.filter((path) => !existsSync(path) && !existsSync(join(folder, path))).map((path) => `${file} names ${path}`)
  for (const link of links) {
    if (/^https?:/.test(link)) continue
    const [target = '', anchor] = link.split('#')
    const path = target === '' ? file : join(folder, target)
    if (!existsSync(path)) dead.push(`${file} links to ${link}`)
    else if (anchor !== undefined && !anchorsIn(path === file ? text : read(path)).includes(anchor))
      dead.push(`${file} links to ${link}, which has no such heading`)
  }
  return dead
}

/** The code of the first fence behind a text. */
export function codeBelow(text: string, title: string): string {
  const at = text.indexOf(title)
  const [, , content] = at < 0 ? [] : (new RegExp(fence.source, 'm').exec(text.slice(at)) ?? [])
  if (content === undefined) throw new Error(`there is no code below ${title}`)
  return content
}
