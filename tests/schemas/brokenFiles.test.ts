import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readSources } from '../../engine/core/check/sources'
import { loadSchemas } from '../../engine/spec/load'
import { readFile, type SchemaFile } from '../../engine/spec/schemaFiles'
import { formatProblem } from '../../engine/spec/problem'
import { schemaKinds, type SchemaKind } from '../../engine/spec/metaSchemas'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const loaded = loadSchemas(repository)

/** The shipped file of a kind that most builds on. */
const exemplary: Partial<Record<SchemaKind, string>> = {
  group: 'schemas/groups/approval.group.json',
  entity: 'schemas/entities/loans/loan.entity.json',
  dictionary: 'schemas/dictionaries/bizMode.dictionary.json',
  screen: 'schemas/screens/loans/loansmgr.screen.json',
}
const examples = schemaKinds.flatMap((kind) => {
  const file = loaded.files.find((each) => each.kind === kind && each.path === (exemplary[kind] ?? each.path))
  return file ? [{ kind, file, text: readFileSync(join(repository, file.path), 'utf8') }] : []
})

const entityText = readFileSync(join(repository, 'schemas/entities/base/goods.entity.json'), 'utf8')
const screenText = readFileSync(join(repository, 'schemas/screens/base/goodsinf.screen.json'), 'utf8')

/** What stands in place of the text, and the end of the message about it, its place first. */
const damages: [name: string, damaged: (text: string, kind: SchemaKind) => string, message: string][] = [
  ['nothing', () => '', ':1:1  JSON 语法错误：没有内容'],
  ['blanks', () => ' \n\n', ':1:1  JSON 语法错误：没有内容'],
  ['an array', () => '[]', ':1:1  值 [] 的类型不对  可用：object'],
  ['an array of everything', (text) => `[${text}]`, ':1:1  值 [{"$schema"'],
  ['a number', () => '7', ':1:1  值 7 的类型不对  可用：object'],
  ['null', () => 'null', ':1:1  值 null 的类型不对  可用：object'],
  ['deep lists', () => '['.repeat(100_000) + ']'.repeat(100_000), ':1:101  JSON 语法错误：嵌套超过 100 层'],
  ['deep objects', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, ':1:501  JSON 语法错误：嵌套超过 100 层'],
  ['a deep value', (text) => text.replace('1,', `${'['.repeat(100_000)}${']'.repeat(100_000)},`), ':3:114  JSON 语法错误：嵌套超过 100 层'],
  ['open brackets', () => '['.repeat(100_000), ':1:101  JSON 语法错误：嵌套超过 100 层'],
  ['open brackets behind a quote', () => `"\n${'['.repeat(100_000)}`, ':2:101  JSON 语法错误：嵌套超过 100 层'],
  ['a byte order mark', (text) => `\uFEFF${text}`, ':1:1  JSON 语法错误：文件以字节顺序标记（BOM）开头'],
  ['a key twice', (text) => text.replace('1,', '1, "language": 1,'), ':3:18  JSON 语法错误：重复的键 "language"'],
  ['a key twice, once escaped', (text) => text.replace('1,', '1, "langu\\u0061ge": 1,'), ':3:18  JSON 语法错误：重复的键 "language"'],
  ['a comma too many', (text) => text.replace('1,', '1,,'), ':3:17  JSON 语法错误：此处应为带双引号的键名'],
  ['a comment', (text) => text.replace('1,', '1, // the first'), ':3:18  JSON 语法错误：不能有注释'],
]

describe.each(examples)('a file of the kind $kind', ({ kind, file, text }) => {
  const messages = (damaged: string): string[] => readFile(file, damaged).problems.map(formatProblem)

  it.each(damages)('is told in one message, with a place, when it is %s', (_name, damaged, message) => {
    const [first, ...more] = messages(damaged(text, kind))
    expect(more).toEqual([])
    expect(first?.slice(file.path.length, file.path.length + message.length)).toBe(message)
  })

  it('is told in one message when it is the content of another kind', () => {
    const [other, content] = kind === 'entity' ? ['screen', screenText] : ['entity', entityText]
    expect(messages(content)).toEqual([`${file.path}:2:14  内容是 ${other}，此文件应为 ${kind}`])
  })

  it('is told in few messages when it is wrong from end to end', () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `"key${index}": { "a": [1, "x"] }`)
    expect(messages(`{ ${keys.join()} }`).length).toBeLessThan(150)
  })

  it('is the only one that is told of, whatever builds on it', () => {
    const { file: broken, problems } = readFile(file, '')
    const files = loaded.files.map((each) => (each === file ? broken : each))
    expect(readSources({ files, problems }).problems.map(formatProblem)).toEqual(problems.map(formatProblem))
  })
})

it.each<[string, string, string]>([
  ['group', 'audited', 'groups'],
  ['dictionary', 'quotaFlowType', 'dictionaries'],
  // Named by product.json alone, for the systems outside.
  ['dictionary', 'externalSystem', 'dictionaries'],
  ['screen', 'manage/userLog', 'screens'],
  // It gives the right by which an entity shows what it masks.
  ['screen', 'redemption/outorder', 'screens'],
])('a broken %s %s is told of alone', (_kind, key, folder) => {
  const file = loaded.files.find(({ source }) => source === `${folder}/${key}`) as SchemaFile
  const { file: broken, problems } = readFile(file, '')
  expect(readSources({ files: loaded.files.map((each) => (each === file ? broken : each)), problems }).problems).toHaveLength(1)
})

it('what does not build on a broken file is checked as ever', () => {
  const emptied = loaded.files.find(({ source }) => source === 'entities/loan') as SchemaFile
  const mistaken = loaded.files.find(({ source }) => source === 'screens/base/uploadfile') as SchemaFile
  const text = readFileSync(join(repository, mistaken.path), 'utf8').replace('"fileSize"', '"fileSzie"')
  const { file: broken, problems } = readFile(emptied, '')
  const files = loaded.files.map((each) => (each === emptied ? broken : each === mistaken ? readFile(mistaken, text).file : each))
  const places = readSources({ files, problems }).problems.map(({ file }) => file)
  expect(places).toEqual([emptied.path, mistaken.path])
})

describe('on disk', () => {
  const root = mkdtempSync(join(tmpdir(), 'schemas-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  beforeEach(() => {
    rmSync(join(root, 'schemas'), { recursive: true, force: true })
    cpSync(join(repository, 'tests/bench/schemas'), join(root, 'schemas'), { recursive: true })
  })
  const messages = (): string[] => readSources(loadSchemas(root)).problems.map(formatProblem)
  const paths = [
    'product.json',
    'menus.json',
    'roles.json',
    'dictionaries/orderType.dictionary.json',
    'entities/store/order.entity.json',
    'screens/store/order.screen.json',
  ]

  it('is read through a link', () => {
    const path = join(root, 'schemas', paths[4] ?? '')
    cpSync(path, join(root, 'elsewhere.json'))
    rmSync(path)
    symlinkSync(join(root, 'elsewhere.json'), path)
    expect(messages()).toEqual([])
  })

  it('may lie beside a README, and beside nothing else', () => {
    writeFileSync(join(root, 'schemas/README.md'), '# How they are written')
    expect(messages()).toEqual([])
    writeFileSync(join(root, 'schemas/entities/README.md'), '# A second one')
    writeFileSync(join(root, 'schemas/notes.md'), '# Notes')
    expect(messages()).toEqual([
      expect.stringContaining('schemas/entities/README.md:1:1  不属于任何一种模式文件'),
      expect.stringContaining('schemas/notes.md:1:1  不属于任何一种模式文件'),
    ])
  })

  it.each(
    paths.flatMap((path) =>
      (['a folder', 'a link to nothing', 'a link to itself', 'ten megabytes', 'other bytes', 'a cut character'] as const).map(
        (what) => [path, what] as const,
      ),
    ),
  )('%s is told of alone when it is %s', (name, what) => {
    const path = join(root, 'schemas', name)
    const before = readFileSync(path)
    rmSync(path)
    if (what === 'a folder') {
      mkdirSync(path)
      writeFileSync(join(path, 'inside.json'), '{}')
    } else if (what === 'a link to nothing') symlinkSync('nowhere.json', path)
    else if (what === 'a link to itself') symlinkSync(path, path)
    else if (what === 'ten megabytes') {
      writeFileSync(path, '')
      truncateSync(path, 10_000_000)
    } else if (what === 'other bytes')
      writeFileSync(path, Buffer.concat([before.subarray(0, 4), Buffer.from([0xff, 0xfe]), before.subarray(4)]))
    else writeFileSync(path, Buffer.from('{\n"a": "采购"').subarray(0, 12))
    const message = {
      'a folder': ':1:1  不是文件',
      'a link to nothing': ':1:1  链接指向的文件不存在',
      'a link to itself': ':1:1  链接指向的文件不存在',
      'ten megabytes': ':1:1  文件有 10000000 字节，超过 4000000',
      'other bytes': ':2:3  不是 UTF-8 文本',
      'a cut character': ':2:8  不是 UTF-8 文本',
    }[what]
    expect(messages()).toEqual([`schemas/${name}${message}`])
  })

  it('is told as missing where the whole folder is', () => {
    rmSync(join(root, 'schemas'), { recursive: true })
    const missing = ['menus', 'product', 'roles'].map((kind) => `schemas/${kind}.json:1:1  缺少此文件`)
    expect(messages()).toEqual(missing)
  })
})
