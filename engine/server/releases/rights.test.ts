import { expect, it } from 'vitest'
import { compileProduct } from '../../core/compile'
import { librarySourcesWithBooks, type Screen } from '../../core/testing/books'
import { rightsToPublish } from './rights'

/** What publishing needs when the tabs of a book's record become others. */
function needed(before: NonNullable<unknown>, after: NonNullable<unknown>, change: (screen: Screen) => void = () => undefined): string[] {
  const plan = (tabs: NonNullable<unknown>, edit: (screen: Screen) => void) => {
    const sources = librarySourcesWithBooks()
    const screen = sources.screens['base/book']!
    Object.assign(screen.pages['detail']!, { tabs })
    edit(screen)
    return compileProduct(sources).screens
  }
  const [was, is] = [plan(before, () => undefined), plan(after, change)]
  return rightsToPublish(was['base/book']!, is['base/book']!, is).map(({ permission }) => permission)
}

const related = (more: object) => ({ 借阅: { related: 'lending', by: 'bookId', columns: ['lendingNo'], ...more } })

it('is the menu, where nothing that is pressed has changed', () => {
  expect(needed({}, {})).toEqual(['base_book'])
  expect(needed({}, related({}))).toEqual(['base_book'])
})

it('is each button of another screen that a related table shows, shows no more, or shows under another title', () => {
  const acting = related({ rowActions: ['submit'], add: true })
  expect(needed({}, acting)).toEqual(['base_book', 'lending_submit', 'lending_add'])
  expect(needed(acting, {})).toEqual(['base_book', 'lending_submit', 'lending_add'])
  expect(needed(acting, related({ rowActions: ['submit'] }))).toEqual(['base_book', 'lending_add'])
  expect(needed(acting, { 退款: acting['借阅'] })).toEqual(['base_book', 'lending_submit', 'lending_add'])
  expect(needed(acting, acting)).toEqual(['base_book'])
})

it('is a button of the screen itself that is added', () => {
  const add = (screen: Screen) => Object.assign(screen.pages.list!, { toolbar: ['export'] })
  expect(needed({}, {}, add)).toEqual(['base_book', 'book_export'])
})
