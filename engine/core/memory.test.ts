import { describe, expect, it } from 'vitest'
import { checkProduct } from './check'
import { compileOrTell, compileProduct, type ProductSources } from './compile'
import { SourcesMemory } from './memory'
import { librarySourcesWithBooks, type Screen } from './testing/books'

function changed<Part>(part: Part, change: (copy: Part) => void): Part {
  const copy = JSON.parse(JSON.stringify(part)) as Part
  change(copy)
  return copy
}

/** The same sources but for one screen, as when one file is edited. */
function withScreen(sources: ProductSources, id: string, change: (screen: Screen) => void): ProductSources {
  return { ...sources, screens: { ...sources.screens, [id]: changed(sources.screens[id]!, change) } }
}

const withoutScreen = (sources: ProductSources, id: string): ProductSources => ({
  ...sources,
  screens: Object.fromEntries(Object.entries(sources.screens).filter(([name]) => name !== id)),
})

function withEntity(sources: ProductSources, name: string, change: (entity: ProductSources['entities'][string]) => void): ProductSources {
  return { ...sources, entities: { ...sources.entities, [name]: changed(sources.entities[name]!, change) } }
}

const [lending, book] = ['base/lending', 'base/book']

/** One edit after the other, as somebody types: right ones, wrong ones, and back. */
const edits: ((sources: ProductSources) => ProductSources)[] = [
  (sources) => withScreen(sources, lending, (screen) => (screen.title = '另一个标题')),
  (sources) => withScreen(sources, book, (screen) => screen.pages.list!.columns.push('nothing')),
  (sources) => withScreen(sources, book, (screen) => screen.pages.list!.columns.pop()),
  (sources) => withScreen(sources, book, (screen) => (screen.pages['detail'] = { ...screen.pages['detail']!, route: '/elsewhere' })),
  (sources) => withoutScreen(sources, book),
  (sources) => ({
    ...sources,
    screens: { ...sources.screens, 'base/copy': changed(librarySourcesWithBooks().screens[book]!, () => undefined) },
  }),
  (sources) => withScreen(sources, 'base/copy', (screen) => (screen.entity = 'lending')),
  (sources) => withoutScreen(sources, 'base/copy'),
  () => librarySourcesWithBooks(),
  (sources) => withEntity(sources, 'book', (entity) => delete entity.fields['genre']),
  () => librarySourcesWithBooks(),
  (sources) => ({ ...sources, menus: changed(sources.menus, ({ menus }) => void menus.pop()) }),
  (sources) => ({
    ...sources,
    roles: changed(sources.roles, ({ roles }) => Object.assign(Object.values(roles)[0]!.menus, { base_none: [] })),
  }),
]

describe('what is remembered', () => {
  it('is what the check and the compiler say of the sources alone, after each of many edits', () => {
    const memory = new SourcesMemory()
    let sources = librarySourcesWithBooks()
    for (const [index, edit] of edits.entries()) {
      sources = edit(sources)
      const kept = memory.take(sources)
      expect(checkProduct(kept, memory), `check after edit ${index}`).toEqual(checkProduct(sources))
      const plan = () => compileOrTell('product', () => compileProduct(sources)).plan
      expect(compileOrTell('product', () => compileProduct(kept, memory)).plan, `plan after edit ${index}`).toEqual(plan())
    }
  })

  it('is the same object for every screen that has nothing to do with the edited one', () => {
    const memory = new SourcesMemory()
    const sources = librarySourcesWithBooks()
    const before = compileProduct(memory.take(sources), memory)
    const edited = withScreen(sources, lending, (screen) => (screen.title = '另一个标题'))
    const after = compileProduct(memory.take(edited), memory)
    const isKept = Object.keys(sources.screens).filter((id) => before.screens[id] === after.screens[id])
    expect(isKept).toEqual(Object.keys(sources.screens).filter((id) => id !== lending))
    expect(after.entities).toBe(before.entities)
  })

  it('is made anew where a screen that was read is gone, or another one has come', () => {
    const memory = new SourcesMemory()
    let made = 0
    const count = (sources: ProductSources, read: (screens: ProductSources['screens']) => unknown): number => {
      const { screens } = memory.take(sources)
      memory.remember('read', () => {
        made++
        return read(screens)
      })
      return made
    }
    const sources = librarySourcesWithBooks()
    const one = (screens: ProductSources['screens']) => screens[book]?.title
    expect([count(sources, one), count(sources, one)]).toEqual([1, 1])
    expect(
      count(
        withScreen(sources, lending, (screen) => (screen.title = 'X')),
        one,
      ),
    ).toBe(1)
    expect(
      count(
        withScreen(sources, book, (screen) => (screen.title = 'X')),
        one,
      ),
    ).toBe(2)
    const asked = (screens: ProductSources['screens']) => book in screens && Object.hasOwn(screens, book)
    expect(count(withoutScreen(sources, book), asked)).toBe(3)
    expect(count(sources, asked)).toBe(4)
  })

  it('asks what an inner part has read of the outer one, too', () => {
    const memory = new SourcesMemory()
    const sources = librarySourcesWithBooks()
    const titleOf = (given: ProductSources) => {
      const { screens } = memory.take(given)
      return memory.remember('outer', () => memory.remember('inner', () => screens[book]?.title))
    }
    expect(titleOf(sources)).toBe(sources.screens[book]?.title)
    expect(titleOf(withScreen(sources, book, (screen) => (screen.title = 'X')))).toBe('X')
    // The inner part is known already when the outer one asks for it.
    memory.remember('later', () => memory.remember('inner', () => 'made anew'))
    memory.take(withScreen(sources, book, (screen) => (screen.title = 'Y')))
    expect(memory.remember('later', () => 'made again')).toBe('made again')
  })

  it('of a part that failed is nothing', () => {
    const memory = new SourcesMemory()
    memory.take(librarySourcesWithBooks())
    const fail = () =>
      memory.remember('part', () => {
        throw new Error('no')
      })
    expect(fail).toThrow('no')
    expect(memory.remember('part', () => 1)).toBe(1)
  })
})
