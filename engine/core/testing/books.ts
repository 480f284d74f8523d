import type { ProductSources } from '../compile'
import { librarySources } from './library'

export type Screen = ProductSources['screens'][string]

/** The library with a second screen, of the books that are lent: `base/book`, a list and a record. */
export function librarySourcesWithBooks(): ProductSources {
  const sources = librarySources()
  const books: Screen = {
    language: 1,
    title: '图书',
    entity: 'book',
    endpoints: { base: '/api/base/book' },
    pages: {
      list: { columns: ['bookTitle'], rowActions: ['view'] },
      detail: { kind: 'record', mode: 'view', sections: { 图书: ['bookTitle'] } },
    },
  }
  return { ...sources, screens: { ...sources.screens, 'base/book': books } }
}
