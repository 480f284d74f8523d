import { describe, expect, it } from 'vitest'
import { fileType } from './fileType'

const png = Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1')
const zip = Buffer.from('PK\x03\x04........', 'latin1')
const ole = Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')

describe('a file whose content is what its name says', () => {
  it.each([
    ['.pdf', Buffer.from('%PDF-1.7'), 'application/pdf'],
    ['.png', png, 'image/png'],
    ['.jpeg', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'image/jpeg'],
    ['.gif', Buffer.from('GIF89a'), 'image/gif'],
    ['.bmp', Buffer.from('BM\x36\x00\x00', 'latin1'), 'image/bmp'],
    ['.webp', Buffer.from('RIFF\x00\x00\x00\x00WEBPVP8 ', 'latin1'), 'image/webp'],
    ['.zip', zip, 'application/zip'],
    ['.xlsx', zip, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['.xls', ole, 'application/vnd.ms-excel'],
    ['.csv', Buffer.from('编号,名称\r\n'), 'text/csv'],
    ['.csv', Buffer.from('BMW,1\r\n'), 'text/csv'],
    ['.txt', Buffer.from([0xb2, 0xd6, 0xb5, 0xa5]), 'text/plain'],
    ['.txt', Buffer.alloc(0), 'text/plain'],
  ])('is taken: %s', (extension, head, type) => {
    expect(fileType(extension, head)).toBe(type)
  })
})

describe('a file whose content is something else', () => {
  it.each([
    ['a picture called pdf', '.pdf', png],
    ['a program called txt', '.txt', Buffer.from('MZ\x90\x00\x03', 'latin1')],
    ['a workbook called csv', '.csv', zip],
    ['a pdf called txt', '.txt', Buffer.from('%PDF-1.7')],
    ['an old workbook called xlsx', '.xlsx', ole],
    ['a page', '.html', Buffer.from('<html>')],
    ['a picture that can carry scripts', '.svg', Buffer.from('<svg>')],
    ['a name of an object property', 'constructor', Buffer.from('x')],
    ['an empty pdf', '.pdf', Buffer.alloc(0)],
  ])('is refused: %s', (_what, extension, head) => {
    expect(fileType(extension, head)).toBeUndefined()
  })
})
