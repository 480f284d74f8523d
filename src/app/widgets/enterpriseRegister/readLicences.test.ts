import { expect, it } from 'vitest'
import { readLicences } from './readLicences'

const file = (name: string, content: BlobPart = 'abc') => new File([content], name)

it('reads a licence as base64', async () => {
  expect(await readLicences([file('执照.pdf', '执照')], [])).toEqual({
    accepted: [{ name: '执照.pdf', content: '5omn54Wn' }],
    refused: undefined,
  })
})

it('reads one that is longer than a piece', async () => {
  const letters = 'abcdefg'.repeat(10_001)
  const { accepted } = await readLicences([file('执照.pdf', letters)], [])
  expect(atob(accepted[0]?.content ?? '')).toBe(letters)
})

const most = 20_971_520
/** A short file that claims to have `size` bytes. */
const ofSize = (name: string, size: number) => Object.defineProperty(file(name), 'size', { value: size })
/** A licence of so many bytes that was chosen before. */
const read = (bytes: number) => ({ name: '已选.pdf', content: 'AAAA'.repeat(bytes / 3) + ['', 'AA==', 'AAA='][bytes % 3] })

it.each([
  ['of another kind', file('执照.exe'), '“执照.exe”不是 PDF、JPG 或 PNG 文件'],
  ['above 20 MB', ofSize('执照.pdf', most + 1), '“执照.pdf”超过 20 MB'],
  ['without content', file('执照.png', ''), '“执照.png”是空文件'],
])('refuses a file %s and takes the others', async (_name, bad, refused) => {
  const result = await readLicences([bad, file('章程.jpg')], [])
  expect(result.refused).toBe(refused)
  expect(result.accepted.map(({ name }) => name)).toEqual(['章程.jpg'])
})

it('takes 20 MB to the last byte, together too', async () => {
  const all = await readLicences([ofSize('1.pdf', most)], [])
  expect(all).toMatchObject({ accepted: [{ name: '1.pdf' }], refused: undefined })
  const half = await readLicences([file('2.pdf', 'abc'), file('3.pdf', 'a')], [read(most / 2), read(most / 2 - 3)])
  expect(half.accepted.map(({ name }) => name)).toEqual(['2.pdf'])
  expect(half.refused).toBe('证照合计超过 20 MB，请压缩后再上传')
})

it('takes twenty files', async () => {
  const most = Array.from({ length: 19 }, (_each, index) => ({ name: `${index}.pdf`, content: 'YWJj' }))
  const result = await readLicences([file('20.pdf'), file('21.pdf')], most)
  expect(result.accepted.map(({ name }) => name)).toEqual(['20.pdf'])
  expect(result.refused).toBe('最多上传 20 个文件')
})
