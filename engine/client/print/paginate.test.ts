import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paginate, type Measured } from './paginate'

const table = (rows: number[], head = 10, foot = 10): Measured => ({ head, rows, foot })

it('puts one block after another as long as there is room', () => {
  expect(paginate([{ height: 40 }, { height: 60 }, { height: 1 }], 100)).toEqual([[{ block: 0 }, { block: 1 }], [{ block: 2 }]])
})

it('goes on with a table on the next sheet, and counts its head there again', () => {
  expect(paginate([{ height: 30 }, table([20, 20, 20, 20, 20, 20], 10, 0)], 100)).toEqual([
    [{ block: 0 }, { block: 1, rows: { from: 0, to: 3, foot: false } }],
    [{ block: 1, rows: { from: 3, to: 6, foot: true } }],
  ])
})

it('leaves the sums with the last row, and a heading with what it heads', () => {
  expect(paginate([table([40, 40])], 95)).toEqual([
    [{ block: 0, rows: { from: 0, to: 1, foot: false } }],
    [{ block: 0, rows: { from: 1, to: 2, foot: true } }],
  ])
  const heading = { height: 10, leads: true }
  expect(paginate([{ height: 60 }, heading, table([30, 30])], 100)).toEqual([
    [{ block: 0 }],
    [{ block: 1 }, { block: 2, rows: { from: 0, to: 2, foot: true } }],
  ])
})

it('gives a sheet of its own to what is higher than one, and shows a table without rows', () => {
  expect(paginate([{ height: 10 }, { height: 300 }, { height: 10 }], 100)).toEqual([[{ block: 0 }], [{ block: 1 }], [{ block: 2 }]])
  expect(paginate([table([])], 100)).toEqual([[{ block: 0, rows: { from: 0, to: 0, foot: true } }]])
})

it('prints everything once, in its order, and overfills no sheet that could be emptier', () => {
  const size = fc.integer({ min: 1, max: 40 })
  const block = fc.oneof(
    fc.record({ height: size, leads: fc.boolean() }),
    fc.record({ head: size, rows: fc.array(size, { maxLength: 30 }), foot: fc.integer({ min: 0, max: 20 }) }),
  )
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
      const sheets = paginate(blocks, 100)
      const pieces = sheets
        .flat()
        .flatMap(({ block: index, rows }) => (rows ? range(rows.from, rows.to).map((row) => [index, row]) : [[index]]))
      const expected = blocks.flatMap((one, index) => ('height' in one ? [[index]] : range(0, one.rows.length).map((row) => [index, row])))
      expect(pieces).toEqual(expected)
      for (const sheet of sheets) {
        const used = sheet.reduce((sum, { block: index, rows }) => sum + heightOf(blocks[index]!, rows), 0)
        expect(used <= 100 || sheet.length === 1).toBe(true)
      }
    }),
  )
})

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

function heightOf(block: Measured, rows: { from: number; to: number; foot: boolean } | undefined): number {
  if ('height' in block || !rows) return 'height' in block ? block.height : 0
  return block.head + block.rows.slice(rows.from, rows.to).reduce((sum, row) => sum + row, 0) + (rows.foot ? block.foot : 0)
}
