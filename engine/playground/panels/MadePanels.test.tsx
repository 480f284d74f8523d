import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Refusal, renderPage, type ServedRequest } from '../../client/testing/renderPage'
import type { MadeEntity } from '../../core/madeEntity'
import { lendingPath, libraryPlan } from '../testing/library'
import type { SchemaText } from '../contents'
import { TablePanel, TypesPanel } from './MadePanels'
import { entityAt } from './useMadeEntity'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const plan = libraryPlan()
const bookPath = 'schemas/entities/book.entity.json'
const made: MadeEntity = {
  entity: 'book',
  problems: [],
  tables: [
    {
      name: 'book',
      columns: [
        { name: 'id', type: 'bigint', nullable: false, filled: 'generated always as identity' },
        { name: 'price', type: 'numeric(18,2)', nullable: true },
      ],
      parts: [{ kind: 'primaryKey', name: 'book_pkey', sql: 'constraint "book_pkey" primary key ("id")' }],
    },
  ],
  types: { running: 'export interface BookRow {}\n', draft: 'export interface BookRow {}\n' },
  migration: { statements: [], destructive: [] },
}

function draw(Panel: typeof TablePanel, serve: (request: ServedRequest) => unknown, drafts: readonly SchemaText[] = [], path = bookPath) {
  return renderPage(<Panel path={path} plan={plan} drafts={drafts} />, { serve })
}
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent.trim()).join(' | '))

it('shows the columns and keys of the table, as the server answers them', async () => {
  const page = draw(TablePanel, () => made)
  expect(rowsOf(await screen.findByRole('group', { name: 'book' }))).toEqual([
    '列 | 类型 | 可为空 | 默认值',
    'id | bigint | 非空 | generated always as identity',
    'price | numeric(18,2) | 可为空 | ',
  ])
  expect(screen.getByRole('listitem').textContent).toBe('主键 constraint "book_pkey" primary key ("id")')
  expect(screen.queryByText('所需的迁移')).toBeNull()
  expect(page.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/playground/entity', { entity: 'book', drafts: [] }],
  ])
})

it('asks with the drafts, marks what differs, and shows the migration with what it leaves to a person', async () => {
  const draft = { path: bookPath, text: '{}' }
  const [book] = made.tables
  const page = draw(
    TablePanel,
    () => ({
      ...made,
      tables: [
        {
          ...book,
          columns: [
            { name: 'price', type: 'text collate "C"', nullable: true, change: 'changed', was: '"price" numeric(18,2)' },
            { name: 'isbn', type: 'text collate "C"', nullable: true, change: 'new' },
            { name: 'note', type: 'text collate "C"', nullable: true, change: 'gone' },
          ],
          parts: [{ kind: 'check', name: 'book_price_min', sql: 'check ("price" >= 0)', change: 'gone' }],
        },
        { name: 'book_copies', change: 'new', columns: [], parts: [] },
      ],
      migration: { statements: ['alter table "book" add column "isbn" text'], destructive: ['alter table "book" drop column "note"'] },
    }),
    [draft],
  )
  const rows = rowsOf(await screen.findByRole('group', { name: 'book' }))
  expect(rows.slice(1)).toEqual([
    'price 改变 | text collate "C"运行中："price" numeric(18,2) | 可为空 | ',
    'isbn 新增 | text collate "C" | 可为空 | ',
    'note 去除 | text collate "C" | 可为空 | ',
  ])
  expect(screen.getByRole('listitem').textContent).toContain('检查 去除')
  expect(screen.getByRole('heading', { name: 'book_copies 新增' })).toBeTruthy()
  expect(screen.getByText('alter table "book" add column "isbn" text;')).toBeTruthy()
  expect(screen.getByText('alter table "book" drop column "note";')).toBeTruthy()
  expect(screen.getByText(/会丢失数据或保护/)).toBeTruthy()
  expect(page.requests[0]?.body).toEqual({ entity: 'book', drafts: [draft] })
})

it('of a read model says that there is no table', async () => {
  draw(TablePanel, () => ({ ...made, tables: [] }))
  expect(await screen.findByText(/读模型没有表/)).toBeTruthy()
})

it('shows the types, and of others both side by side', async () => {
  draw(TypesPanel, () => made)
  expect((await screen.findByText(/export interface BookRow/)).textContent).toBe(made.types.draft)
  cleanup()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  draw(TypesPanel, () => ({ ...made, types: { running: 'before\n', draft: 'after\n' } }))
  expect(await screen.findByText('左侧为正在运行的类型，右侧为草稿的类型')).toBeTruthy()
  expect((await screen.findByRole('textbox', { name: '线上' })).textContent).toContain('before')
  expect(screen.getByRole('textbox', { name: '草稿' }).textContent).toContain('after')
})

it('asks the server no more while one types, and anew when somebody wants it', async () => {
  const first = [{ path: bookPath, text: '1' }]
  const second = [{ path: bookPath, text: '2' }]
  function Typing() {
    const [drafts, setDrafts] = useState(first)
    return (
      <>
        <button onClick={() => setDrafts([...drafts])}>same</button>
        <button onClick={() => setDrafts(second)}>type</button>
        <TablePanel path={bookPath} plan={plan} drafts={drafts} />
      </>
    )
  }
  const page = renderPage(<Typing />, { serve: () => made })
  await screen.findByRole('group', { name: 'book' })
  fireEvent.click(screen.getByText('same'))
  expect(screen.queryByText(/草稿已改动/)).toBeNull()
  fireEvent.click(screen.getByText('type'))
  expect(screen.getByText(/草稿已改动/)).toBeTruthy()
  expect(page.requests).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: /重新生成/ }))
  await screen.findByRole('group', { name: 'book' })
  expect(screen.queryByText(/草稿已改动/)).toBeNull()
  expect(page.requests.map(({ body }) => body['drafts'])).toEqual([first, second])
})

it('says what the server finds wrong with drafts', async () => {
  draw(TablePanel, () => ({ ...made, problems: ['schemas/entities/book.entity.json:1:2 无此实体'] }), [{ path: bookPath, text: '{}' }])
  expect(await screen.findByText(/book.entity.json:1:2/)).toBeTruthy()
  expect(screen.getByText(/服务器不接受草稿/)).toBeTruthy()
})

it('says that there was no answer, and asks again', async () => {
  let isDown = true
  const page = draw(TablePanel, () => (isDown ? new Refusal(503, { title: '暂停服务', status: 503 }) : made))
  const again = await screen.findByRole('button', { name: /重新生成/ })
  expect(screen.getByText(/未能生成/)).toBeTruthy()
  isDown = false
  fireEvent.click(again)
  await screen.findByRole('group', { name: 'book' })
  expect(page.requests).toHaveLength(2)
})

it('has nothing to show of a file without an entity, and asks nothing', () => {
  const page = draw(TypesPanel, () => made, [], 'schemas/menus.json')
  expect(screen.getByText(/没有自己的表/)).toBeTruthy()
  expect(page.requests).toEqual([])
})

it('finds the entity of a file: its own, or that of its screen', () => {
  expect(entityAt(bookPath, plan)).toBe('book')
  expect(entityAt(lendingPath, plan)).toBe('lending')
  expect(entityAt('schemas/dictionaries/genre.dictionary.json', plan)).toBeUndefined()
  expect(entityAt('schemas/screens/base/nothing.screen.json', plan)).toBeUndefined()
})
