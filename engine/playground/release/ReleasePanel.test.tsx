import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { press } from '../../client/testing/dialogs'
import { Refusal, renderPage, type ServedRequest } from '../../client/testing/renderPage'
import { compileProduct } from '../../core/compile'
import type { ProductPlan } from '../../core/plan'
import { librarySources } from '../../core/testing/library'
import type { OvertakenRelease, ScreenReleases } from '../../core/wire'
import type { ReleaseProps } from '../contents'
import { formatJson } from '../format'
import { ReleasePanel } from './ReleasePanel'

const path = 'schemas/screens/base/lending.screen.json'
const shipped = compileProduct(librarySources())

/** As a file of the repository. */
function written(screen: unknown): string {
  return formatJson(JSON.stringify(screen)) ?? ''
}

/** The product with a wider first column, or a column more. */
function drafted(columns: unknown[]): { plan: ProductPlan; text: string } {
  const sources = librarySources()
  const screen = sources.screens['base/lending'] as unknown as { pages: { list: { columns: unknown[] } } }
  screen.pages.list.columns = [...columns, ...screen.pages.list.columns]
  return { plan: compileProduct(sources), text: written(screen) }
}
const sound = drafted([{ field: 'until', width: 120 }])
const running = written(librarySources().screens['base/lending'])

const known: ScreenReleases = {
  holds: 0,
  text: running,
  releases: [],
  savedColumns: { list: 12, other: 5 },
  mayPublish: true,
}
const release = (version: number, more: Partial<ScreenReleases['releases'][number]> = {}): ScreenReleases['releases'][number] => ({
  screen: 'base/lending',
  version,
  note: `第 ${version} 次`,
  publishedBy: '甲',
  publishedAt: '2026-11-20T04:00:00.000Z',
  takenBackBy: null,
  takenBackAt: null,
  failedAt: null,
  failure: null,
  ...more,
})

interface Setup {
  releases?: Partial<ScreenReleases>
  props?: Partial<ReleaseProps>
  serve?: (request: ServedRequest) => unknown
}

function open({ releases = {}, props = {}, serve = () => ({}) }: Setup = {}) {
  const onText = vi.fn<(text: string) => void>()
  const onReleased = vi.fn<() => void>()
  const screen = shipped.screens['base/lending']
  const judgement = { edit: 1, problems: [], plan: sound.plan, planOf: 1 }
  const { requests } = renderPage(
    <ReleasePanel
      path={path}
      running={running}
      draft={sound.text}
      judgement={judgement}
      onText={onText}
      onReleased={onReleased}
      {...props}
    />,
    {
      serve: (request) => {
        if (request.path.endsWith('/releases')) return { ...known, ...releases }
        if (request.path.endsWith('/plans')) return { shipped: screen, running: screen }
        return serve(request)
      },
    },
  )
  return {
    onText,
    onReleased,
    sent: (end: string) => requests.filter((each) => each.path.endsWith(end) && each.method === 'POST').map(({ body }) => body),
  }
}

const pressPublish = async (note = '加一列'): Promise<void> => {
  await page.findByRole('list', { name: '改动' })
  await userEvent.type(page.getByRole('textbox', { name: '说明改了什么、为什么' }), note)
  await userEvent.click(page.getByRole('button', { name: '发布' }))
}
const publishes = async (note?: string): Promise<void> => {
  await pressPublish(note)
  await press(await page.findByRole('dialog'), '发布')
}

afterEach(cleanup)

describe('the release panel', () => {
  it('says in words what a draft changes, and whose settings it touches', async () => {
    open()
    const lines = within(await page.findByRole('list', { name: '改动' })).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual(['借阅管理：列“止”加在最前'])
    expect(page.getByText(/^12 位用户/)).toBeTruthy()
  })

  it('publishes a draft with a note, once it is confirmed', async () => {
    const { sent, onReleased } = open({ serve: () => ({ version: 1 }) })
    await publishes()
    await page.findByText('已发布第 1 版')
    expect(sent('/publish')).toEqual([{ path, text: sound.text, basedOn: 0, note: '加一列' }])
    expect(onReleased).toHaveBeenCalledOnce()
  })

  it('publishes the draft as a file of the repository is written, and the editor has it so too', async () => {
    const { sent, onText } = open({ props: { draft: sound.text.replace('"title": ', '"title":    ') }, serve: () => ({ version: 1 }) })
    await publishes()
    await page.findByText('已发布第 1 版')
    expect(sent('/publish')).toEqual([expect.objectContaining({ text: sound.text })])
    expect(onText).toHaveBeenCalledExactlyOnceWith(sound.text)
  })

  it('takes a draft that is only written otherwise for what runs', async () => {
    const draft = running.replace('"title": ', '"title":    ')
    open({ props: { draft, judgement: { edit: 1, problems: [], plan: shipped, planOf: 1 } } })
    expect(await page.findAllByText('草稿与线上一致')).toHaveLength(1)
  })

  it('says nothing of what a text with mistakes would change', async () => {
    const draft = running.replace('{', '{ "nonsense": 1,')
    const problems = [{ file: path, line: 1, column: 3, code: 'unknown-key', found: '未知的键' }]
    open({ props: { draft, judgement: { edit: 2, problems, plan: shipped, planOf: 1 } } })
    expect(await page.findByText(/文本有错，以下按最近一次正确的内容比较/)).toBeTruthy()
    expect(page.queryByText(/没有差别|一致/)).toBeNull()
  })

  it('leads to the note where there is none', async () => {
    const { sent } = open()
    await page.findByRole('list', { name: '改动' })
    await userEvent.click(page.getByRole('button', { name: '发布' }))
    expect(document.activeElement).toBe(page.getByRole('textbox', { name: '说明改了什么、为什么' }))
    expect(sent('/publish')).toEqual([])
  })

  it.each<[string, Setup, string]>([
    ['who may not', { releases: { mayPublish: false } }, '您没有“发布界面”的权限'],
    [
      'a text with mistakes',
      {
        props: {
          judgement: { edit: 2, problems: [{ file: path, line: 1, column: 1, code: 'x', found: '错' }], plan: sound.plan, planOf: 1 },
        },
      },
      '有 1 处错误，改正后才能发布',
    ],
    ['what is the same', { props: { draft: running, judgement: { edit: 1, problems: [], plan: shipped, planOf: 1 } } }, '草稿与线上一致'],
    [
      'what goes beyond',
      (({ plan, text }) => ({ props: { draft: text, judgement: { edit: 1, problems: [], plan, planOf: 1 } } }))(drafted(['remark'])),
      '有 1 处错误，改正后才能发布',
    ],
  ])('publishes nothing for %s, and says why', async (_name, setup, reason) => {
    const { sent } = open(setup)
    await page.findAllByText(reason)
    const button = page.getByRole('button', { name: '发布' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(button)
    expect(sent('/publish')).toEqual([])
  })

  it('shows what goes beyond with its place', async () => {
    const { plan, text } = drafted(['remark'])
    open({ props: { draft: text, judgement: { edit: 1, problems: [], plan, planOf: 1 } } })
    expect((await page.findByRole('alert')).textContent).toContain('lending.screen.json:13:19  “remark”不在此界面接口的范围内')
  })

  it('shows both texts to who was overtaken, and goes on with one of them', async () => {
    const overtaken: OvertakenRelease = {
      version: 4,
      text: `${running}\n`,
      publishedBy: '乙',
      publishedAt: '2026-11-20T04:00:00.000Z',
      note: '先到',
    }
    const { onText } = open({ serve: () => new Refusal(409, { detail: '…', params: overtaken }) })
    await publishes()
    expect((await page.findByRole('alert')).textContent).toBe('乙 于 2026-11-20 12:00:00 先发布了第 4 版（先到）。')
    await userEvent.click(page.getByRole('button', { name: '采用线上版本' }))
    expect(onText).toHaveBeenCalledWith(overtaken.text)
  })

  it('asks nobody to overwrite what was published since the draft was begun', async () => {
    const { sent } = open({ releases: { holds: 1, text: `${running}\n`, releases: [release(1)] } })
    await pressPublish()
    expect((await page.findByRole('alert')).textContent).toContain('先发布了第 1 版')
    expect(sent('/publish')).toEqual([])
    await userEvent.click(page.getByRole('button', { name: '采用合并结果' }))
    await publishes('，合并')
    await waitFor(() => expect(sent('/publish')).toEqual([{ path, text: sound.text, basedOn: 1, note: '加一列，合并' }]))
  })

  it('merges what was published meanwhile with the draft, where the two do not meet, and shows the rest', async () => {
    const theirs = running.replace('"title": "借阅管理"', '"title": "借书管理"')
    const { sent, onText } = open({ releases: { holds: 1, text: theirs, releases: [release(1)] } })
    await pressPublish()
    await page.findByText('线上的改动与您的改动互不重叠，已合并在右侧。')
    await userEvent.click(page.getByRole('button', { name: '采用合并结果' }))
    expect(onText).toHaveBeenCalledExactlyOnceWith(sound.text.replace('"title": "借阅管理"', '"title": "借书管理"'))
    expect(sent('/publish')).toEqual([])
  })

  it('counts the places that both have changed, where the draft’s stand', async () => {
    const theirs = drafted([{ field: 'until', width: 300 }]).text
    const { onText } = open({ releases: { holds: 1, text: theirs, releases: [release(1)] } })
    await pressPublish()
    await page.findByText(/^有 1 处两人都改了/)
    await userEvent.click(page.getByRole('button', { name: '采用合并结果' }))
    expect(onText).toHaveBeenCalledExactlyOnceWith(sound.text)
  })

  it('shows a third one’s release too, who came between merging and publishing', async () => {
    const third: OvertakenRelease = {
      version: 2,
      text: `${running}\n\n`,
      publishedBy: '丙',
      publishedAt: release(1).publishedAt,
      note: '再先',
    }
    const { sent } = open({
      releases: { holds: 1, text: `${running}\n`, releases: [release(1)] },
      serve: () => new Refusal(409, { detail: '…', params: third }),
    })
    await pressPublish()
    await userEvent.click(await page.findByRole('button', { name: '采用合并结果' }))
    await publishes('，合并')
    expect((await page.findByRole('alert')).textContent).toContain('丙 于 2026-11-20 12:00:00 先发布了第 2 版（再先）')
    expect(sent('/publish')).toEqual([expect.objectContaining({ basedOn: 1 })])
  })

  it('leaves the draft as it is where nobody wants to merge now', async () => {
    const { onText } = open({ releases: { holds: 1, text: `${running}\n`, releases: [release(1)] } })
    await pressPublish()
    await userEvent.click(await page.findByRole('button', { name: '暂不处理' }))
    expect(await page.findByRole('button', { name: '发布' })).toBeTruthy()
    expect(onText).not.toHaveBeenCalled()
  })

  it('tells who published what, and takes back what holds', async () => {
    const releases = [
      release(3, { failedAt: '2026-11-20T05:00:00.000Z', failure: '出错' }),
      release(2, { takenBackAt: '2026-11-20T05:00:00.000Z', takenBackBy: '乙' }),
      release(1),
    ]
    const { sent, onReleased, onText } = open({
      releases: { holds: 3, releases, notShown: '列不在', shippedChanged: true },
      serve: ({ path: asked }) => (asked.endsWith('/rollback') ? { holds: 1 } : { text: '{}' }),
    })
    await userEvent.click(await page.findByRole('tab', { name: /发布记录/ }))
    const items = await page.findAllByRole('listitem')
    expect(items[0]?.textContent).toContain('有页面未能按此版显示（2026-11-20 13:00:00）：出错')
    expect(items[0]?.textContent).toContain('此版未能通过检查，线上显示随程序发布的界面：列不在')
    expect(items[1]?.textContent).toContain('乙 于 2026-11-20 13:00:00 撤回')
    await userEvent.click(page.getAllByRole('button', { name: '载入到编辑器' })[1]!)
    await waitFor(() => expect(onText).toHaveBeenCalledWith('{}'))
    await userEvent.click(page.getByRole('button', { name: '撤回' }))
    const dialog = await page.findByRole('dialog')
    expect(dialog.textContent).toContain('所有用户下次打开此界面时看到第 1 版。')
    await press(dialog, '撤回')
    await page.findByText('已撤回，线上为第 1 版')
    expect(sent('/rollback')).toEqual([{ screen: 'base/lending', release: 3 }])
    expect(onReleased).toHaveBeenCalledOnce()
  })

  it('saves to the file in development, also what cannot be published', async () => {
    const { sent } = open({ props: { path: 'schemas/roles.json', draft: '{}' } })
    expect(page.queryByRole('button', { name: '发布' })).toBeNull()
    await userEvent.click(page.getByRole('button', { name: '保存到文件' }))
    await page.findByText('已保存到 schemas/roles.json')
    expect(sent('/save')).toEqual([{ path: 'schemas/roles.json', text: '{}\n' }])
  })
})
