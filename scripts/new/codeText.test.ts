import { describe, expect, it } from 'vitest'
import { capital, readName, toKebab, withEntry, withImport } from './codeText'
import { NotDone } from './refusal'

describe('an import', () => {
  it('comes behind the last one', () => {
    expect(withImport("import a from 'a'\nimport b from 'b'\n\nconst c = a + b\n", "import d from 'd'")).toBe(
      "import a from 'a'\nimport b from 'b'\nimport d from 'd'\n\nconst c = a + b\n",
    )
  })

  it('comes first in a module without any', () => {
    expect(withImport('\nexport const a = 1\n', "import d from 'd'")).toBe("import d from 'd'\nexport const a = 1\n")
  })
})

describe('an entry of a registry', () => {
  const source = 'export const all = {\n  alpha,\n  gamma: 3,\n}\n\nexport const others = {\n  beta,\n}\n'
  const added = (entry: string, opening = 'export const all = {\n'): string => withEntry('all.ts', source, opening, entry)

  it.each([
    ['before all', 'aardvark', '  aardvark,\n  alpha,\n  gamma: 3,\n'],
    ['between two', 'beta', '  alpha,\n  beta,\n  gamma: 3,\n'],
    ['by its key alone', 'delta: load', '  alpha,\n  delta: load,\n  gamma: 3,\n'],
    ['behind all', 'zeta', '  alpha,\n  gamma: 3,\n  zeta,\n'],
  ])('stands in the order of its name: %s', (_where, entry, body) => {
    expect(added(entry)).toBe(source.replace('  alpha,\n  gamma: 3,\n', body))
  })

  it('goes into the object that is named, and into no other', () => {
    expect(added('aardvark', 'export const others = {\n')).toBe(source.replace('  beta,\n', '  aardvark,\n  beta,\n'))
  })

  it('is refused in words where the registry is written in another way by now', () => {
    expect(() => added('beta', 'export const every = {\n')).toThrow(/all\.ts:1:1.*没有找到“export const every = {”/)
  })
})

describe('a name', () => {
  it.each([
    ['refuseHeavyVehicle', 'refuse-heavy-vehicle', 'RefuseHeavyVehicle'],
    ['tag', 'tag', 'Tag'],
    ['aB', 'a-b', 'AB'],
  ])('%s is %s in an address and %s as a component', (name, kebab, component) => {
    expect([toKebab(name), capital(name)]).toEqual([kebab, component])
  })

  it.each(['ab', `a${'b'.repeat(39)}`, 'plate2Tag'])('%s is one', (name) => {
    expect(readName(name, ['other'], '规则')).toBe(name)
  })

  it.each([
    ['a', '2 至 40 个'],
    [`a${'b'.repeat(40)}`, '2 至 40 个'],
    ['Plate', '小写字母开头'],
    ['2plate', '小写字母开头'],
    ['plate-tag', '不能作规则的名称'],
    ['../../etc', '不能作规则的名称'],
    ['other', '已被使用'],
    ['class', '已被使用'],
    ['await', '已被使用'],
  ])('%s is none, and the command says why', (name, why) => {
    expect(() => readName(name, ['other'], '规则')).toThrow(NotDone)
    expect(() => readName(name, ['other'], '规则')).toThrow(why)
  })
})
