import type { SchemaProblem } from '../../engine/spec/problem'
import type { TypeKeywords } from './fieldKeywords'
import { mistake } from './refusal'

/** A field as an entity file holds it; the check judges whether its values fit. */
export type FieldJson = { type: string; title: string } & Record<string, unknown>

export interface NotedFields {
  fields: Record<string, FieldJson>
  /** Letters before the document number, of a field `serial(FK)`: an entity says them beside its fields. */
  serialPrefix?: string
  problems: SchemaProblem[]
}

/** A part of the text, and where it begins. */
interface Part {
  text: string
  /** From 0. */
  at: number
}

/** Keyword → what it may name. */
type Names = Readonly<Record<string, readonly string[]>>

export const notationManual = '名称:类型(选项):标题，必填的以 ! 结尾，例如 plateNo:text(10):车牌号!'
const place = '--fields'
const fieldName = /^[a-z][A-Za-z0-9]{0,39}$/
/** Every record has these. */
const builtIn = ['id', 'version', 'createdById', 'createdAt', 'updatedById', 'updatedAt', 'pendingChange', 'effectiveStatus', 'status']
/** Of keywords that a type needs and a writer in haste leaves out. */
const usual: Record<string, Record<string, unknown>> = { text: { maxLength: 50 }, textarea: { maxLength: 500 } }

/**
 * Reads a list of fields: `plateNo:text(10):车牌号!, kind:select(vehicleKind,default=VAN):车辆类型`. Each is a name, a type with its keywords in
 * brackets, and a title; `!` behind it makes the field required. All mistakes are answered, each with its column.
 * @param names what a keyword may name, as `dictionary`; a keyword that is not in it names anything
 */
export function parseFields(text: string, types: Record<string, TypeKeywords>, names: Names = {}): NotedFields {
  const noted: NotedFields = { fields: {}, problems: [] }
  for (const item of splitOutside(text, ',')) {
    if (item.text === '') continue
    const problem = readField(item, types, names, noted)
    if (problem !== undefined) noted.problems.push(problem)
  }
  return noted
}

/** All but the state of a record, which comes with the group that has the states. */
export function writableTypes(types: Record<string, TypeKeywords>): string[] {
  return Object.keys(types).filter((type) => type !== 'status')
}

/** Adds the field to what was read; answers what is wrong with it. */
function readField(item: Part, types: Record<string, TypeKeywords>, names: Names, noted: NotedFields): SchemaProblem | undefined {
  const [name, typed, title, ...more] = splitOutside(item.text, ':').map(({ text, at }) => ({ text, at: item.at + at }))
  const wrong = (part: Part, found: string, allowed?: string | readonly string[], word?: string): SchemaProblem =>
    mistake(place, found, { allowed, column: part.at + 1 }, word)
  if (!name || !typed || !title || more.length > 0) return wrong(item, `“${item.text}”不是一个字段`, notationManual)

  if (!fieldName.test(name.text)) return wrong(name, `“${name.text}”不能作字段名`, '小写字母开头的字母和数字，最多 40 个')
  if (builtIn.includes(name.text)) return wrong(name, `“${name.text}”由引擎保管，不能作字段名`)
  if (Object.hasOwn(noted.fields, name.text)) return wrong(name, `字段“${name.text}”写了两次`)

  const [, type = '', , options] = /^([^(]*)(\((.*)\))?$/s.exec(typed.text) ?? []
  const known = writableTypes(types)
  const keywords = known.includes(type) ? types[type] : undefined
  if (!keywords) return wrong(typed, `没有名为“${type || typed.text}”的类型`, known, type || typed.text)

  const required = title.text.endsWith('!')
  const shown = (required ? title.text.slice(0, -1) : title.text).trim()
  if (shown === '' || shown.length > 40) return wrong(title, '标题应有 1 至 40 个字', notationManual)

  const field: FieldJson = { type, title: shown }
  for (const option of splitOutside(options ?? '', ',')) {
    if (option.text === '') continue
    if (type === 'serial' && /^[A-Z]{2,4}$/.test(option.text)) {
      noted.serialPrefix = option.text
      continue
    }
    const part = { text: option.text, at: typed.at + type.length + 1 + option.at }
    const problem = readOption(part, keywords, names, field)
    if (problem !== undefined) return problem
  }
  const missing = keywords.required.filter((keyword) => !(keyword in field))
  for (const keyword of missing) {
    const value = usual[type]?.[keyword]
    if (value === undefined)
      return wrong(typed, `类型“${type}”缺少 ${keyword}`, `${type}(${keyword === keywords.first ? '' : `${keyword}=`}…)`)
    field[keyword] = value
  }
  if (type === 'serial' && noted.serialPrefix === undefined) return wrong(typed, '单号缺少前缀', 'serial(FK)，2 至 4 个大写字母')
  noted.fields[name.text] = inUsualOrder(field, required)
  return undefined
}

/** `2`, `unit=元` or `multiple`. */
function readOption(option: Part, { kinds, first }: TypeKeywords, names: Names, field: FieldJson): SchemaProblem | undefined {
  const [, named, value = ''] = /^([A-Za-z]+)\s*=(.*)$/s.exec(option.text) ?? []
  const kindOf = (name: string | undefined) => (name !== undefined && Object.hasOwn(kinds, name) ? kinds[name] : undefined)
  const isFlag = named === undefined && kindOf(option.text) === 'flag'
  const keyword = named ?? (isFlag ? option.text : first)
  const kind = kindOf(keyword)
  const wrong = (found: string, allowed?: string | readonly string[], word?: string): SchemaProblem =>
    mistake(place, found, { allowed, column: option.at + 1 }, word)
  if (keyword === undefined || kind === undefined)
    return wrong(`类型“${field.type}”没有选项“${keyword ?? option.text}”`, Object.keys(kinds), keyword ?? option.text)
  if (keyword in field) return wrong(`选项“${keyword}”写了两次`)

  const written = (named === undefined ? option.text : value).trim()
  if (kind === 'number' && !/^\d{1,5}$/.test(written)) return wrong(`选项“${keyword}”的值“${written}”不是数字`)
  if (kind !== 'flag' && written === '') return wrong(`选项“${keyword}”没有值`)
  const known = Object.hasOwn(names, keyword) ? names[keyword] : undefined
  if (known && !known.includes(written)) return wrong(`没有名为“${written}”的 ${keyword === 'to' ? 'entity' : keyword}`, known, written)
  field[keyword] = valueOf(written, kind, field)
  return undefined
}

function valueOf(text: string, kind: TypeKeywords['kinds'][string], field: FieldJson): unknown {
  if (kind === 'flag') return true
  if (kind === 'number') return Number(text)
  if (kind === 'text') return text
  if (text.includes('(')) return { expression: text }
  if (text === 'true' || text === 'false') return text === 'true'
  return field.type === 'digit' && !('decimals' in field) && /^-?\d+$/.test(text) ? Number(text) : text
}

/** As people write it: what a new form begins with, and whether it must be filled, come last. */
function inUsualOrder({ default: start, ...field }: FieldJson, required: boolean): FieldJson {
  return { ...field, ...(start === undefined ? {} : { default: start }), ...(required ? { required: true } : {}) }
}

/** The parts between separators that stand outside of brackets, without the spaces around them. */
function splitOutside(text: string, separator: string): Part[] {
  const parts: Part[] = []
  let [depth, from] = [0, 0]
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at]
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign !== undefined && (sign !== separator || depth > 0)) continue
    const part = text.slice(from, at)
    parts.push({ text: part.trim(), at: from + part.length - part.trimStart().length })
    from = at + 1
  }
  return parts
}

/** A list of fields in the notation that `parseFields` reads. */
export function writeFields({ fields, serialPrefix }: Pick<NotedFields, 'fields' | 'serialPrefix'>): string {
  return Object.entries(fields)
    .map(([name, field]) => `${name}:${writeType(field, serialPrefix)}:${field.title}${field['required'] === true ? '!' : ''}`)
    .join(',')
}

function writeType({ type, title: _title, required: _required, ...options }: FieldJson, serialPrefix: string | undefined): string {
  const words = Object.entries(options).map(([keyword, value]) =>
    value === true ? keyword : `${keyword}=${expressionOf(value) ?? String(value)}`,
  )
  if (type === 'serial' && serialPrefix !== undefined) words.unshift(serialPrefix)
  return words.length === 0 ? type : `${type}(${words.join(',')})`
}

function expressionOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'expression' in value ? String(value.expression) : undefined
}
