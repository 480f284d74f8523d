/**
 * Signs that nobody sees and that make a text read as another one: those that turn its direction, have no width or no picture. Who looks through a
 * draft would not find them. Line breaks, tabs and what joins emoji are no such signs.
 */
import type { SchemaProblem } from '../../spec/problem'
import type { SchemaFile } from '../../spec/schemaFiles'
import { schemaText } from '../schemaMessages'
import { spotsOf } from './pointerTo'

const hidden = /(?![\n\t\u200d])[\p{Cc}\p{Cf}]/u

/** Each text and name of a file with such signs, with its place. */
export function hiddenSigns({ path, json }: Pick<SchemaFile, 'path' | 'json'>): SchemaProblem[] {
  if (!json) return []
  return [...spotsOf(json.value, '')].flatMap(({ pointer, key = '', text = '' }) => {
    const found = hidden.exec(key) ?? hidden.exec(text)
    if (!found) return []
    const sign = `U+${(found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    return [{ file: path, ...json.locate(pointer), code: 'limits.hidden', found: schemaText('limits.hidden', { sign }) }]
  })
}
