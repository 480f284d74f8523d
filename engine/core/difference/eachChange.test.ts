/** Each single change of a screen is told in one sentence, there and back. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileProduct } from '../compile'
import { parseExpression } from '../expression'
import type { ColumnPlan, ListPagePlan, PagePlan, RecordPagePlan, ScreenPlan, SectionPlan, TabPlan } from '../plan'
import { librarySources } from '../testing/library'
import { differencesOf, differenceText } from './index'

const shipped = compileProduct(librarySources()).screens['base/lending']!
const copyOf = (screen: ScreenPlan): ScreenPlan => JSON.parse(JSON.stringify(screen)) as ScreenPlan

const listOf = ({ pages }: ScreenPlan): ListPagePlan => pages['list'] as ListPagePlan
const recordOf = ({ pages }: ScreenPlan, name: string): RecordPagePlan => pages[name] as RecordPagePlan
const records = Object.values(shipped.pages).flatMap((page: PagePlan) => (page.kind === 'record' ? [page.name] : []))
const sectionsOf = (screen: ScreenPlan, name: string): SectionPlan[] => recordOf(screen, name).sections
const columnsOf = (tab: TabPlan): ColumnPlan[] => (tab.kind === 'lines' || tab.kind === 'related' ? tab.columns : [])

interface Change {
  /** What is changed, of which a sentence is expected to speak. */
  words: string[]
  apply: (screen: ScreenPlan) => void
}
type Draw = fc.Arbitrary<Change>

const titles = fc
  .string({ unit: fc.constantFrom('甲', '乙', 'x', '7', ' ', '“', '<'), minLength: 1, maxLength: 8 })
  .map((text) => `新${text}`)
const oneOf = <Part>(parts: readonly Part[]): fc.Arbitrary<Part> => fc.constantFrom(...parts)
const at = (parts: readonly unknown[]): fc.Arbitrary<number> => fc.nat({ max: parts.length - 1 })
const conditions = fc.constantFrom('from != null', 'deposit > 100', 'deposit > 1 or total < 2', 'not deposit > 1')

const screenTitle: Draw = titles.map((title) => ({ words: ['界面', title], apply: (screen) => (screen.title = title) }))
const pageTitle: Draw = fc.tuple(oneOf(Object.keys(shipped.pages)), titles).map(([name, title]) => ({
  words: ['页面', title],
  apply: (screen) => (screen.pages[name]!.title = title),
}))
const columnTitle: Draw = fc.tuple(at(listOf(shipped).columns), titles).map(([index, title]) => ({
  words: ['列', '标题', title],
  apply: (screen) => (listOf(screen).columns[index]!.title = title),
}))
const columnWidth: Draw = fc.tuple(at(listOf(shipped).columns), fc.integer({ min: 601, max: 900 })).map(([index, width]) => ({
  words: ['列', '宽度', String(width)],
  apply: (screen) => (listOf(screen).columns[index]!.width = width),
}))
const columnGone: Draw = at(listOf(shipped).columns).map((index) => ({
  words: ['去掉列', listOf(shipped).columns[index]!.title],
  apply: (screen) => listOf(screen).columns.splice(index, 1),
}))
const columnAdded: Draw = at(listOf(shipped).columns).map((index) => ({
  words: ['列', '备注', '加在'],
  apply: (screen) => listOf(screen).columns.splice(index, 0, { ...listOf(screen).columns[0]!, key: 'remark', title: '备注' }),
}))
const columnMoved: Draw = fc
  .tuple(at(listOf(shipped).columns), at(listOf(shipped).columns))
  .filter(([from, to]) => from !== to)
  .map(([from, to]) => ({
    words: ['列', '移到'],
    apply: (screen) => listOf(screen).columns.splice(to, 0, ...listOf(screen).columns.splice(from, 1)),
  }))
const searchGone: Draw = at(listOf(shipped).search).map((index) => ({
  words: ['去掉搜索项', listOf(shipped).search[index]!.title],
  apply: (screen) => listOf(screen).search.splice(index, 1),
}))
const buttonGone: Draw = fc.constantFrom<('toolbar' | 'rowActions')[]>('toolbar', 'rowActions').chain((place) =>
  at(listOf(shipped)[place]).map((index) => ({
    words: ['去掉', '按钮', shipped.actions[listOf(shipped)[place][index]!]?.title ?? ''],
    apply: (screen) => listOf(screen)[place].splice(index, 1),
  })),
)
const buttonTitle: Draw = fc.tuple(oneOf(Object.keys(shipped.actions)), titles).map(([name, title]) => ({
  words: ['按钮', '标题', title],
  apply: (screen) => (screen.actions[name]!.title = title),
}))
const buttonRight: Draw = oneOf(Object.keys(shipped.actions)).map((name) => ({
  words: ['按钮', '权限', 'lending_another'],
  apply: (screen) => (screen.actions[name]!.permission = 'lending_another'),
}))
const sectionTitle: Draw = fc.tuple(oneOf(records), titles).map(([name, title]) => ({
  words: ['分区', '标题', title],
  apply: (screen) => (sectionsOf(screen, name)[0]!.title = title),
}))
const sectionCondition: Draw = fc.tuple(oneOf(records), conditions).map(([name, condition]) => ({
  words: ['分区', '显示条件'],
  apply: (screen) => (sectionsOf(screen, name)[0]!.visible = parseExpression(condition)),
}))
const fieldCondition: Draw = oneOf(records).chain((name) =>
  fc
    .tuple(
      at(sectionsOf(shipped, name)[0]!.items),
      conditions.filter((condition) => condition !== 'from != null'),
    )
    .map(([index, condition]) => ({
      words: ['字段', '显示条件', condition],
      apply: (screen) => (sectionsOf(screen, name)[0]!.items[index]!.visible = parseExpression(condition)),
    })),
)
const fieldGone: Draw = oneOf(records).chain((name) =>
  at(sectionsOf(shipped, name)[0]!.items).map((index) => ({
    words: ['去掉字段', sectionsOf(shipped, name)[0]!.items[index]!.field.title],
    apply: (screen) => sectionsOf(screen, name)[0]!.items.splice(index, 1),
  })),
)
const tabTitle: Draw = oneOf(records.filter((name) => recordOf(shipped, name).tabs.length > 0)).chain((name) =>
  fc.tuple(at(recordOf(shipped, name).tabs), titles).map(([index, title]) => ({
    words: ['页签', '标题', title],
    apply: (screen) => (recordOf(screen, name).tabs[index]!.title = title),
  })),
)
const tabColumnGone: Draw = oneOf(records.filter((name) => recordOf(shipped, name).tabs.some((tab) => columnsOf(tab).length > 0))).chain(
  (name) => {
    const index = recordOf(shipped, name).tabs.findIndex((tab) => columnsOf(tab).length > 0)
    const columns = columnsOf(recordOf(shipped, name).tabs[index]!)
    return at(columns).map((column) => ({
      words: ['去掉列', columns[column]!.title],
      apply: (screen) => columnsOf(recordOf(screen, name).tabs[index]!).splice(column, 1),
    }))
  },
)
const rightAdded: Draw = titles.map((title) => ({
  words: ['增加权限', title],
  apply: (screen) => (screen.rights = { ...screen.rights, extra: title }),
}))

const draws: [string, Draw][] = Object.entries({
  screenTitle,
  pageTitle,
  columnTitle,
  columnWidth,
  columnGone,
  columnAdded,
  columnMoved,
  searchGone,
  buttonGone,
  buttonTitle,
  buttonRight,
  sectionTitle,
  sectionCondition,
  fieldCondition,
  fieldGone,
  tabTitle,
  tabColumnGone,
  rightAdded,
})
const anyChange: Draw = fc.oneof(...draws.map(([, draw]) => draw))

function changed(...changes: Change[]): ScreenPlan {
  const screen = copyOf(shipped)
  for (const { apply } of changes) apply(screen)
  return screen
}

describe('a single change of a screen', () => {
  it.each(draws)('is told in one sentence: %s', (_name, draw) => {
    fc.assert(
      fc.property(draw, (change) => {
        const said = differencesOf(shipped, changed(change)).map(differenceText)
        expect(said).toHaveLength(1)
        for (const word of change.words) expect(said[0]).toContain(word)
        // Nothing that a sentence has a hole for is left open.
        expect(said[0]).not.toMatch(/\{\w+\}|undefined|\[object/)
      }),
      { numRuns: 12 },
    )
  })

  it('is told in one sentence on the way back too, and what was added is then taken away', () => {
    fc.assert(
      fc.property(anyChange, (change) => {
        const [there, back] = [differencesOf(shipped, changed(change)), differencesOf(changed(change), shipped)]
        expect(back).toHaveLength(1)
        const opposite = { added: 'removed', removed: 'added', moved: 'moved', changed: 'changed' } as const
        expect(back.map((each) => each.change)).toEqual(there.map((each) => opposite[each.change]))
        expect(back.map(({ kind }) => kind)).toEqual(there.map(({ kind }) => kind))
      }),
    )
  })

  it('is none where the plan was only copied, or told twice', () => {
    fc.assert(
      fc.property(anyChange, (change) => {
        expect(differencesOf(changed(change), copyOf(changed(change)))).toEqual([])
      }),
    )
  })
})

describe('two changes of a screen', () => {
  it('in different pages are told as each of them is', () => {
    const inList = fc.oneof(columnTitle, columnWidth, columnGone, columnMoved, searchGone)
    const inRecord = fc.oneof(fieldCondition, fieldGone, sectionCondition, tabTitle)
    fc.assert(
      fc.property(inList, inRecord, (one, other) => {
        const apart = [...differencesOf(shipped, changed(one)), ...differencesOf(shipped, changed(other))].map(differenceText)
        expect(differencesOf(shipped, changed(one, other)).map(differenceText).toSorted()).toEqual(apart.toSorted())
      }),
    )
  })
})
