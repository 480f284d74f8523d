import { describe, expect } from 'vitest'
import { findingsBy, seriousFindings, type Look } from './support/axe'
import { Playground } from './support/playground'
import { shellParts } from './support/shell'
import { test } from './support/test'
import type { Visitor } from './support/visitor'

const desktop = { width: 1440, height: 900 }
const tablet = { width: 1024, height: 768 }
const phone = { width: 375, height: 812 }

/** Lists of which each has a record to read, by who works with them. */
const walks: Readonly<Record<string, readonly string[]>> = {
  op01: ['/redempreq', '/outorder', '/creditlimit', '/creditredemption', '/pledgeout', '/customerWithdrawalPayment', '/fill'],
  rk01: ['/pledgewarn', '/pledgewarndetail', '/outervalidity', '/innervalidity', '/commongoods', '/riskdetail'],
  fm01: ['/redempcheck?status=COMPLETED', '/creditrepayment'],
}
/** Lists without one. */
const bare = ['/validityPeriod', '/risksum', '/fakeredemptiondetail']

interface Scene {
  name: string
  /** Address that is opened; absent where the scene begins on the page of the one before it. */
  path?: string
  /** Stands in a shell that another scene of the window looks at. */
  isWithin?: boolean
  arrive: (visitor: Visitor) => Promise<unknown>
}

/** Each kind of page, and what opens over one, by whose window shows them one after the other: the first by its address, others within the program. */
const windows: { as?: string; scenes: [Scene & { path: string }, ...Scene[]] }[] = [
  { scenes: [{ name: 'the sign-in page', path: '/login', arrive: ({ page }) => page.getByLabel('登录名').waitFor() }] },
  { scenes: [{ name: 'the registration', path: '/enterprise/register', arrive: ({ page }) => page.getByLabel(/企业名称/).waitFor() }] },
  {
    as: 'op01',
    scenes: [
      { name: 'a list in the shell', path: '/loansmgr', arrive: ({ list }) => list.firstRow().expectThere() },
      {
        name: 'a form',
        isWithin: true,
        arrive: async (visitor) => {
          await visitor.list.press('新增')
          await visitor.form.root.getByText('金额').first().waitFor()
        },
      },
      {
        name: 'a record',
        path: '/loansmgr',
        isWithin: true,
        arrive: async (visitor) => {
          await visitor.list.firstRow().open()
          await visitor.record.root.getByRole('heading', { level: 2 }).waitFor()
        },
      },
      { name: 'a tree', path: '/department', isWithin: true, arrive: ({ list }) => list.firstRow().expectThere() },
      { name: 'a page that there is not', path: '/nowhere', arrive: (visitor) => visitor.expectText('未找到页面') },
    ],
  },
  {
    as: 'admin',
    scenes: [
      {
        name: 'a dialog',
        path: '/userManage',
        arrive: async (visitor) => {
          await visitor.list.press('新增')
          await visitor.dialog.button('保存').waitFor()
        },
      },
    ],
  },
]

test('all of a list stands in a landmark, and it has a heading of its own', async ({ visit }) => {
  const operator = await visit('/loansmgr', { as: 'op01', window: { viewport: desktop } })
  await operator.list.firstRow().expectThere()
  expect(await findingsBy(operator, ['region', 'page-has-heading-one', 'landmark-unique'])).toEqual([])
})

test('of many texts that look alike the one that is too pale is found, and what has no name', async ({ visit }) => {
  const operator = await visit('/loansmgr', { as: 'op01', window: { viewport: desktop } })
  await operator.list.firstRow().expectThere()
  await operator.page.evaluate(() => {
    const pale = document.createElement('span')
    pale.id = 'pale'
    pale.textContent = '太淡'
    pale.style.color = '#bbb'
    const unnamed = document.createElement('button')
    unnamed.id = 'unnamed'
    document.querySelector('tbody tr:nth-child(7) td:nth-child(4)')?.append(pale, unnamed)
    // Like its neighbours by its colours and by all that it stands in, but not by what it is laid over.
    const [place, ground, laid] = ['div', 'div', 'span'].map((name) => document.createElement(name)) as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ]
    place.style.position = laid.style.position = 'relative'
    Object.assign(ground.style, { position: 'absolute', inset: '0', background: '#222' })
    laid.id = 'laid'
    laid.textContent = '太暗'
    place.append(ground, laid)
    document.querySelector('tbody tr:nth-child(4) td:nth-child(4)')?.append(place)
  })
  const findings = await seriousFindings(operator, { colorScheme: 'light' })
  expect(findings).toEqual(
    [/^color-contrast #laid/, /^color-contrast #pale/, /^button-name #unnamed/].map((finding) => expect.stringMatching(finding)),
  )
  expect(await seriousFindings(operator, { colorScheme: 'dark', without: ['tbody'] })).toEqual([])
})

describe('axe finds nothing serious or critical', () => {
  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    for (const { as, scenes } of windows) {
      test(`on ${scenes.map(({ name }) => name).join(', ')}`, async ({ visit }) => {
        const [first] = scenes
        const visitor = await visit(first.path, { as, window: { viewport: desktop, colorScheme } })
        const findings: string[] = []
        for (const scene of scenes) {
          await visitor.resize(desktop)
          if (scene !== first && scene.path !== undefined) await visitor.follow(scene.path)
          await scene.arrive(visitor)
          const without = scene.isWithin ? shellParts : []
          for (const size of [desktop, phone]) {
            await visitor.resize(size)
            findings.push(...(await seriousFindings(visitor, { colorScheme, without })))
          }
        }
        expect(findings).toEqual([])
      })
    }

    test('on each pane of the playground', async ({ visit }) => {
      const visitor = await visit('/playground', { as: 'admin', window: { viewport: desktop, colorScheme } })
      const playground = new Playground(visitor.page)
      await playground.open('loansmgr.screen')
      await playground.list.firstRow().expectThere()
      const findings = await seriousFindings(visitor, { colorScheme })
      const look = async (known: readonly string[] = []): Promise<void> => {
        // The product in the frame is looked at by the tests above.
        findings.push(...(await seriousFindings(visitor, { colorScheme, without: ['iframe', ...known] })))
      }
      /** What stays the same beside the panes, until something is typed. */
      const beside = ['.playground-tree', '.playground-editor']
      for (const view of ['为何看不到', '状态图']) {
        await playground.look(view)
        await look(beside)
      }
      for (const pane of await playground.panes()) {
        await playground.show(pane)
        await look(beside)
      }
      await playground.show('比较与发布')
      await playground.typeAtTheBeginning('"nonsense": 1,')
      await playground.show('问题')
      await playground.problems.first().waitFor()
      await look()
      for (const part of ['改动', '文本差异', '发布记录']) {
        await playground.show(part)
        await look(beside)
      }
      await visitor.resize(phone)
      for (const pane of ['文件', '编辑', '预览与发布']) {
        await visitor.press(pane)
        await look()
      }
      expect(findings).toEqual([])
    })
  })

  for (const [as, paths] of Object.entries({ ...walks, au01: bare })) {
    test(`in light and in dark on the lists and records that ${as} walks through`, async ({ visit }) => {
      const [first = ''] = paths
      const visitor = await visit(first, { as, window: { viewport: desktop } })
      const findings: string[] = []
      // The shell is looked at around the first page.
      let without: readonly string[] = []
      let colorScheme: Look['colorScheme'] = 'light'
      let sizes = [desktop, tablet, phone]
      const look = async (): Promise<void> => {
        for (const size of sizes) {
          await visitor.resize(size)
          findings.push(...(await seriousFindings(visitor, { colorScheme, without })))
          colorScheme = colorScheme === 'light' ? 'dark' : 'light'
          await visitor.shell.switchThemeBehind()
          await visitor.shell.expectTheme(colorScheme)
          findings.push(...(await seriousFindings(visitor, { colorScheme, without })))
        }
        // The next page begins at the size at which this one ends.
        sizes = sizes.toReversed()
        without = shellParts
      }
      for (const path of paths) {
        if (path !== first) await visitor.follow(path)
        await visitor.list.firstRow().expectThere()
        // axe and the browser would go through the pages that are kept as well, which costs more than loading each page.
        if (path !== first) await visitor.shell.closeOtherTabs()
        await look()
        if (bare.includes(path)) continue
        await visitor.list.firstRow().press('查看')
        await visitor.expectText(/^(基本|额度|水位|提现|商品|概况|敞口)$/)
        await look()
      }
      expect(findings).toEqual([])
    })
  }
})
