import { expect, it } from 'vitest'
import { readLicences } from './readLicences'

const file = (name: string, content: BlobPart = 'abc') => new File([content], name)

it('reads a licence as base64', async () => {
  expect(await readLicences([file('执照.pdf', '执照')], [])).toEqual({
    accepted: [{ name: '执照.pdf', content: '5omn54Wn' }],
    refused: undefined,
  })
})

it.each([
  ['of another kind', file('执照.exe'), '“执照.exe”不是 PDF、JPG 或 PNG 文件'],
  ['above 20 MB', file('执照.pdf', new Uint8Array(20_971_521)), '“执照.pdf”超过 20 MB'],
  ['without content', file('执照.png', ''), '“执照.png”是空文件'],
])('refuses a file %s and takes the others', async (_name, bad, refused) => {
  const result = await readLicences([bad, file('章程.jpg')], [])
  expect(result.refused).toBe(refused)
  expect(result.accepted.map(({ name }) => name)).toEqual(['章程.jpg'])
})

it('takes 20 MB to the last byte, together too', async () => {
  const all = await readLicences([file('1.pdf', new Uint8Array(20_971_520))], [])
  expect(all.accepted.map(({ name }) => name)).toEqual(['1.pdf'])
  const half = await readLicences([file('1.pdf', new Uint8Array(10_485_760)), file('2.pdf', new Uint8Array(10_485_760)), file('3.pdf')], [])
  expect(half.accepted.map(({ name }) => name)).toEqual(['1.pdf', '2.pdf'])
  expect(half.refused).toBe('证照合计超过 20 MB，请压缩后再上传')
})

it('takes twenty files', async () => {
  const most = Array.from({ length: 19 }, (_each, index) => ({ name: `${index}.pdf`, content: 'YWJj' }))
  const result = await readLicences([file('20.pdf'), file('21.pdf')], most)
  expect(result.accepted.map(({ name }) => name)).toEqual(['20.pdf'])
  expect(result.refused).toBe('最多上传 20 个文件')
})
