import { AxeBuilder } from '@axe-core/playwright'
import { describe, expect } from 'vitest'
import { Playground } from './support/playground'
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
  path: string
  as?: string
  arrive: (visitor: Visitor) => Promise<unknown>
}

/** Each kind of page, and what opens over one. */
const scenes: Scene[] = [
  { name: 'the sign-in page', path: '/login', arrive: ({ page }) => page.getByLabel('登录名').waitFor() },
  { name: 'the registration', path: '/enterprise/register', arrive: ({ page }) => page.getByLabel(/企业名称/).waitFor() },
  { name: 'a list in the shell', path: '/loansmgr', as: 'op01', arrive: ({ list }) => list.firstRow().expectThere() },
  { name: 'a tree', path: '/department', as: 'op01', arrive: ({ list }) => list.firstRow().expectThere() },
  {
    name: 'a form',
    path: '/loansmgr',
    as: 'op01',
    arrive: async (visitor) => {
      await visitor.list.press('新增')
      await visitor.form.root.getByText('金额').first().waitFor()
    },
  },
  {
    name: 'a record',
    path: '/loansmgr',
    as: 'op01',
    arrive: async (visitor) => {
      await visitor.list.firstRow().open()
      await visitor.record.root.getByRole('heading', { level: 2 }).waitFor()
    },
  },
  {
    name: 'a dialog',
    path: '/userManage',
    as: 'admin',
    arrive: async (visitor) => {
      await visitor.list.press('新增')
      await visitor.dialog.button('保存').waitFor()
    },
  },
  { name: 'a page that there is not', path: '/nowhere', as: 'op01', arrive: (visitor) => visitor.expectText('未找到页面') },
]

describe('axe finds nothing serious or critical', () => {
  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    for (const { name, path, as, arrive } of scenes) {
      test(`on ${name}`, async ({ visit }) => {
        const visitor = await visit(path, { as, window: { viewport: desktop, colorScheme } })
        await arrive(visitor)
        expect(await seriousFindings(visitor, colorScheme)).toEqual([])
        expect(await findingsIn(phone, visitor, colorScheme)).toEqual([])
      })
    }

    for (const [as, paths] of Object.entries({ ...walks, au01: bare })) {
      test(`on the lists and records that ${as} walks through`, async ({ visit }) => {
        const visitor = await visit('/', { as, window: { viewport: desktop, colorScheme } })
        const findings: string[] = []
        const look = async (): Promise<void> => {
          for (const size of [desktop, tablet, phone]) findings.push(...(await findingsIn(size, visitor, colorScheme)))
          await visitor.page.setViewportSize(desktop)
        }
        for (const path of paths) {
          await visitor.goTo(path)
          await visitor.list.firstRow().expectThere()
          await look()
          if (bare.includes(path)) continue
          await visitor.list.firstRow().press('查看')
          await visitor.expectText(/^(基本|额度|水位|提现|商品|概况|敞口)$/)
          await look()
        }
        expect(findings).toEqual([])
      })
    }

    test('on each pane of the playground', async ({ visit }) => {
      const visitor = await visit('/playground', { as: 'admin', window: { viewport: desktop, colorScheme } })
      const playground = new Playground(visitor.page)
      await playground.open('loansmgr.screen')
      await playground.list.firstRow().expectThere()
      const findings = [await seriousFindings(visitor, colorScheme)]
      // The product in the frame is looked at by the tests above.
      for (const view of ['为何看不到', '状态图']) {
        await playground.look(view)
        findings.push(await seriousFindings(visitor, colorScheme, 'iframe'))
      }
      for (const pane of await playground.panes()) {
        await playground.show(pane)
        findings.push(await seriousFindings(visitor, colorScheme, 'iframe'))
      }
      await playground.show('比较与发布')
      await playground.typeAtTheBeginning('"nonsense": 1,')
      await playground.show('问题')
      await playground.problems.first().waitFor()
      for (const part of ['改动', '文本差异', '发布记录']) {
        await playground.show(part)
        findings.push(await seriousFindings(visitor, colorScheme, 'iframe'))
      }
      await visitor.page.setViewportSize(phone)
      for (const pane of ['文件', '编辑', '预览与发布']) {
        await visitor.press(pane)
        findings.push(await seriousFindings(visitor, colorScheme, 'iframe'))
      }
      expect(findings.flat()).toEqual([])
    })
  })
})

async function findingsIn(size: typeof phone, visitor: Visitor, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await visitor.page.setViewportSize(size)
  // The layout follows 300 ms after the window.
  await visitor.page.waitForTimeout(500)
  return seriousFindings(visitor, colorScheme)
}

/** Of the dark theme only its colours: it is the same document. */
async function seriousFindings({ page }: Visitor, colorScheme: 'light' | 'dark', without?: string): Promise<string[]> {
  // What fades in has less contrast on its way.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    return Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
  })
  const options: Parameters<AxeBuilder['options']>[0] = { resultTypes: ['violations'] }
  if (colorScheme === 'dark') options.runOnly = { type: 'rule', values: ['color-contrast'] }
  // Without it a page is opened for each answer, in case that there were frames of others.
  const builder = new AxeBuilder({ page }).setLegacyMode().options(options)
  const { violations } = await (without === undefined ? builder : builder.exclude(without)).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`))
}
