import { describe, expect, it } from 'vitest'
import { kindOf, previewType, shownName } from './fileKind'

describe('I4 the icon of a file', () => {
  it.each([
    ['doc', 'word'],
    ['docx', 'word'],
    ['xls', 'excel'],
    ['xlsx', 'excel'],
    ['pdf', 'pdf'],
    ['rar', 'zip'],
    ['zip', 'zip'],
    ['gzip', 'zip'],
    ['png', 'image'],
    ['jpg', 'image'],
    ['jpeg', 'image'],
    ['bmp', 'image'],
    ['gif', 'image'],
    ['exe', 'other'],
    ['constructor', 'other'],
  ])('.%s is %s, also in capitals', (extension, kind) => {
    expect(kindOf(`文件.${extension}`)).toBe(kind)
    expect(kindOf(`文件.${extension.toUpperCase()}`)).toBe(kind)
  })

  it('goes by the last extension alone', () => {
    expect(kindOf('a.pdf.exe')).toBe('other')
    expect(kindOf('pdf')).toBe('other')
  })
})

it.each(['a.html', 'a.svg', 'a.htm', 'a.xhtml', 'a.txt', 'a.png.html', 'a'])('%s is never previewed', (name) => {
  expect(previewType(name)).toBeUndefined()
})

it('shows names without folders and without marks that turn them round', () => {
  expect(shownName('../../etc/合同.pdf')).toBe('合同.pdf')
  expect(shownName('C:\\temp\\a.pdf')).toBe('a.pdf')
  expect(shownName('exe.\u202Egpj.exe')).toBe('exe.gpj.exe')
})
