import { notDone } from './refusal'

/** Modules by their path from the root, not yet formatted: new ones, and those in which the new ones are registered. */
export interface CodeFiles {
  added: Map<string, string>
  grown: Map<string, string>
}

/** Adds an import behind the last one of a module. */
export function withImport(source: string, line: string): string {
  const last = [...source.matchAll(/^import .*$/gm)].at(-1)
  const at = last ? last.index + last[0].length : 0
  return `${source.slice(0, at)}${last ? '\n' : ''}${line}${source.slice(at)}`
}

/**
 * Adds an entry to the object literal that begins behind `opening`, in front of the first key that sorts behind it. Its entries stand on lines of
 * their own, as the formatter writes them.
 */
export function withEntry(file: string, source: string, opening: string, entry: string): string {
  const from = source.indexOf(opening)
  if (from === -1) notDone(file, `没有找到“${opening.trim()}”，无法登记“${entry}”`)
  const begin = from + opening.length
  const indent = /^ */.exec(source.slice(begin))?.[0] ?? ''
  const end = source.indexOf(`\n${indent.slice(2)}}`, begin - 1)
  const key = entry.split(':', 1)[0] ?? entry
  const later = [...source.slice(begin, end).matchAll(new RegExp(`^${indent}([\\w'.-]+)[:,].*$`, 'gm'))].find(([, name = '']) => name > key)
  const at = later ? begin + later.index : end + 1
  return `${source.slice(0, at)}${indent}${entry},\n${source.slice(at)}`
}

/** `refuseHeavyVehicle` → `refuse-heavy-vehicle` */
export function toKebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter, at: number) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`)
}

export function capital(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

/** A name for a new module of the product. @param taken names that its registry has */
export function readName(name: string, taken: readonly string[], what: string): string {
  if (!/^[a-z][A-Za-z0-9]{1,39}$/.test(name))
    notDone(name, `“${name}”不能作${what}的名称`, { allowed: '小写字母开头的字母和数字，2 至 40 个' })
  if (taken.includes(name) || reserved.has(name)) notDone(name, `名称“${name}”已被使用`)
  return name
}

/** Words that no constant can be called. */
const reserved = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  ),
)
