import { expect, it } from 'vitest'
import { benchScreen, compileBenchProduct, largeScreen } from './plan'

const { screens } = compileBenchProduct('.')
const screen = screens[benchScreen]

it('measures a list of 15 columns with 8 search fields', () => {
  expect(screen?.pages['list']).toMatchObject({ kind: 'list', search: { length: 8 }, columns: { length: 15 } })
})

it('measures a form of 40 fields in 4 sections, 6 of them linked to others', () => {
  const page = screen?.pages['edit']
  if (page?.kind !== 'record') throw new Error('no form')
  const items = page.sections.flatMap((section) => section.items)
  expect([page.sections.length, items.length]).toEqual([4, 40])
  expect(items.filter(({ field, visible }) => visible !== undefined || field.value !== undefined)).toHaveLength(6)
})

it('measures a form of 200 fields in 10 sections, 160 of them required', () => {
  const page = screens[largeScreen]?.pages['edit']
  if (page?.kind !== 'record') throw new Error('no form')
  const items = page.sections.flatMap((section) => section.items)
  expect([page.sections.length, items.length]).toEqual([10, 200])
  expect(items.filter(({ field }) => field.required)).toHaveLength(160)
})
