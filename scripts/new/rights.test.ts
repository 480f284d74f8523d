import { expect, it } from 'vitest'
import { NotDone } from './refusal'
import { parseRights, rightsOf, usualRights } from './rights'

const screen = (list: object): Parameters<typeof rightsOf>[0] => ({ pages: { list } }) as Parameters<typeof rightsOf>[0]
const roles = (menus: Record<string, Record<string, string[]>>): Parameters<typeof usualRights>[2] =>
  Object.fromEntries(Object.entries(menus).map(([code, each]) => [code, { title: code, menus: each }])) as unknown as Parameters<
    typeof usualRights
  >[2]
const all = ['view', 'add', 'export', 'edit']

function refusalOf(text: string): { message: string; column: number | undefined; suggestion: string | undefined } {
  try {
    parseRights(text, all, roles({ OP: {}, AD: {} }))
  } catch (error) {
    if (!(error instanceof NotDone)) throw error
    const [problem] = error.problems
    return { message: error.message, column: problem?.column, suggestion: problem?.suggestion }
  }
  throw new Error(`${text} was not refused`)
}

it('asks for a right for each button of a list once, and for one to open it', () => {
  expect(rightsOf(screen({ toolbar: ['add', 'export'], rowActions: ['edit', { action: 'add' }] }))).toEqual([
    'view',
    'add',
    'export',
    'edit',
  ])
  expect(rightsOf({ pages: {} })).toEqual(['view'])
})

it('gives all rights to whoever adds in a third of the menus of a group, and reading to whoever opens more than half', () => {
  const group = { g_a: ['view', 'add'], g_b: ['view'], g_c: ['view'] }
  const given = usualRights('g', all, roles({ WRITER: group, READER: { g_a: ['view'], g_b: ['view'] }, GUEST: { g_a: ['view'] } }))
  expect(given).toEqual({ WRITER: all, READER: ['view', 'export'] })
})

it('takes a role at the border of one half for no reader', () => {
  const menus = { g_a: ['view'], g_b: ['view'] }
  expect(usualRights('g', all, roles({ HALF: { g_a: ['view'] }, WHOLE: menus }))).toEqual({ WHOLE: ['view', 'export'] })
})

it('looks at the menus of the group alone, not at one whose name only begins alike', () => {
  expect(usualRights('g', all, roles({ OTHER: { group_a: ['view', 'add'], h_g_a: ['view', 'add'] } }))).toEqual({})
})

it('reads which role gets what: all by a star or by nothing, some by their names, and always the right to look', () => {
  expect(parseRights('OP=*, AD=add+export', all, roles({ OP: {}, AD: {} }))).toEqual({ OP: all, AD: ['view', 'add', 'export'] })
  expect(parseRights('OP', all, roles({ OP: {} }))).toEqual({ OP: all })
  expect(parseRights('OP=export+view', all, roles({ OP: {} }))).toEqual({ OP: ['export', 'view'] })
})

it('refuses a role and a right that there is not, with the column and the nearest name', () => {
  expect(refusalOf('OP=*,AB=view')).toMatchObject({ column: 6, message: expect.stringContaining('没有名为“AB”的角色') as string })
  expect(refusalOf('OP=veiw')).toMatchObject({ column: 1, suggestion: 'view' })
  expect(refusalOf('OP=view,AD=exprot+add')).toMatchObject({ column: 9, suggestion: 'export' })
  expect(refusalOf('')).toMatchObject({ column: 1, message: expect.stringContaining('OP, AD') as string })
})
