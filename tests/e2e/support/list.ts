import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { controlOf, fill, shownText, type FieldInput } from './field'
import { columnsInSight, titlesOf, totalsBelow } from './totals'

/** The list page in front. */
export class List {
  readonly root: Locator

  constructor(root: Locator) {
    this.root = root
  }

  /** Fills the search form, unfolded where it has more than a row, and queries. */
  async search(inputs: Readonly<Record<string, FieldInput>>): Promise<void> {
    await this.type(inputs)
    await this.query()
  }

  /** Fills the search form without querying. */
  async type(inputs: Readonly<Record<string, FieldInput>>): Promise<void> {
    await this.unfold()
    await fill(this.root.getByRole('search'), inputs)
  }

  async expectTyped(texts: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, text] of Object.entries(texts))
      await expect.poll(async () => shownText(await controlOf(this.root, label)), { message: label }).toBe(text)
  }

  /** Asks without waiting for the answer. */
  async ask(inputs: Readonly<Record<string, FieldInput>>): Promise<void> {
    await this.type(inputs)
    await this.root.getByRole('button', { name: '查询', exact: true }).click()
  }

  async query(): Promise<void> {
    await this.answered(() => this.root.getByRole('button', { name: '查询', exact: true }).click())
  }

  /** Does not wait for an answer, because there may be none. */
  async refresh(): Promise<void> {
    await this.root.getByRole('button', { name: '刷新', exact: true }).click()
  }

  async reset(): Promise<void> {
    await this.answered(() => this.root.getByRole('button', { name: '重置', exact: true }).click())
  }

  async unfold(): Promise<void> {
    const search = this.root.getByRole('search')
    // On a phone all of it is behind a button.
    const folded = this.root.getByRole('button', { name: '查询条件', exact: true, expanded: false })
    await search.or(folded).first().waitFor()
    if ((await folded.count()) > 0) await folded.click()
    await search.waitFor()
    const unfold = search.getByRole('button', { name: /^展开/ })
    if ((await unfold.count()) > 0) await unfold.click()
  }

  /** Of the search form, each once: where its labels and what is typed into begin, from its left edge, and how wide that is. In px. */
  async searchColumns(): Promise<Record<'labels' | 'inputs' | 'widths', number[]>> {
    return this.root.getByRole('search').evaluate((form) => {
      const edge = form.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(form).paddingLeft)
      const boxesOf = (selector: string): DOMRect[] => [...form.querySelectorAll(selector)].map((each) => each.getBoundingClientRect())
      const once = (numbers: number[]): number[] => [...new Set(numbers.map((number) => Math.round(number)))].sort((a, b) => a - b)
      const inputs = boxesOf('.engine-search-input')
      return {
        labels: once(boxesOf('label').map(({ left }) => left - edge)),
        inputs: once(inputs.map(({ left }) => left - edge)),
        widths: once(inputs.map(({ width }) => width)),
      }
    })
  }

  async columnsInSight(): Promise<string[]> {
    await this.firstRow().expectThere()
    return columnsInSight(this.root.locator('.engine-table'))
  }

  /** Texts of these columns that are not shown as a whole. */
  async cutIn(titles: readonly string[]): Promise<string[]> {
    const all = await this.titles()
    const places = titles.flatMap((title) => (all.includes(title) ? [all.indexOf(title)] : []))
    return this.root.locator('tbody tr[data-row]').evaluateAll((rows, columns) => {
      const isCut = (part: Element): boolean => part.scrollWidth > part.clientWidth && getComputedStyle(part).textOverflow === 'ellipsis'
      const cells = rows.flatMap((row) => columns.flatMap((column) => row.children[column] ?? []))
      return cells.filter((cell) => [cell, ...cell.querySelectorAll('*')].some(isCut)).map((cell) => cell.textContent ?? '')
    }, places)
  }

  /** Values of cards that go over two lines although one has room for them. */
  brokenValues(): Promise<string[]> {
    return this.root.locator('td[data-card="fact"]').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const text = cell.ownerDocument.createRange()
        text.selectNodeContents(cell)
        const lines = [...text.getClientRects()]
        const width = lines.reduce((sum, line) => sum + line.width, 0)
        const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell)
        // Less than the space between two words, which the end of a line swallows.
        const room = cell.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd) - 8
        const isBroken = new Set(lines.map(({ top }) => Math.round(top))).size > 1 && width < room
        return isBroken ? [cell.textContent ?? ''] : []
      }),
    )
  }

  /** Values of cards that do not begin on the same line as those beside them, or stand elsewhere below their title. */
  tornFacts(): Promise<string[]> {
    return this.root.locator('tbody tr[data-row]').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const facts = [...row.querySelectorAll('td[data-card="fact"]')].map((cell) => {
          const text = cell.ownerDocument.createRange()
          text.selectNodeContents(cell)
          const { top } = text.getBoundingClientRect()
          return { cell, top, below: Math.round(top - cell.getBoundingClientRect().top) }
        })
        // A tag is a little higher than a text.
        const isTorn = ({ top, below }: (typeof facts)[number], index: number): boolean =>
          below < 14 || below > 24 || (index % 2 === 1 && Math.abs(top - (facts[index - 1]?.top ?? top)) > 4)
        return facts.filter(isTorn).map(({ cell }) => cell.textContent ?? '')
      }),
    )
  }

  /** Whether sums stand in the window. */
  areSumsInSight(): Promise<boolean> {
    return this.root.locator('tfoot').evaluate((sums) => {
      const { top, bottom } = sums.getBoundingClientRect()
      return sums.contains(sums.ownerDocument.elementFromPoint(innerWidth / 2, (top + bottom) / 2))
    })
  }

  /** Labels of the search form whose input cuts what is in it, or has no room for a few letters. */
  narrowInputs(): Promise<string[]> {
    return this.root
      .getByRole('search')
      .locator('label')
      .evaluateAll((labels) => {
        const isCut = (part: Element): boolean => part.scrollWidth > part.clientWidth
        return labels.flatMap((label) => {
          const input = (label as HTMLLabelElement).control
          const isNarrow = input !== null && (input.clientWidth < 60 || [input, ...input.querySelectorAll('*')].some(isCut))
          return isNarrow ? [label.textContent ?? ''] : []
        })
      })
  }

  /** The grounds of a row and of its cell that stays at the end, at rest, pointed at and, where rows can be selected, selected. */
  async groundsOfEnd(row: Row): Promise<{ row: string; end: string }[]> {
    const ground = (): Promise<{ row: string; end: string }> =>
      row.root.evaluate((element) => {
        const end = element.querySelector('.engine-pinned-last')
        if (!end) throw new Error('no cell stays at the end')
        return { row: getComputedStyle(element).backgroundColor, end: getComputedStyle(end).backgroundColor }
      })
    await this.root.getByRole('toolbar').hover()
    const atRest = await ground()
    await row.root.hover()
    const grounds = [atRest, await ground()]
    const box = row.root.getByRole('checkbox')
    if ((await box.count()) === 0) return grounds
    await box.check()
    return [...grounds, await ground()]
  }

  /** Folds a search form that was left unfolded. */
  async fold(): Promise<void> {
    const fold = this.root.getByRole('search').getByRole('button', { name: /^收起/ })
    if ((await fold.count()) > 0) await fold.click()
  }

  /** Whether anything was found, once that is known. */
  async hasRows(): Promise<boolean> {
    await this.root.locator('[data-row], .engine-table-notice-text').first().waitFor()
    return (await this.root.locator('[data-row]').count()) > 0
  }

  /** Presses a state above the rows. */
  async showState(title: string): Promise<void> {
    await this.answered(() => this.root.getByRole('radio', { name: new RegExp(`^${title}(，|$)`) }).click())
  }

  /** What the states above the rows say, once their numbers are there. */
  async states(): Promise<Record<string, number>> {
    const named = this.root.locator('.engine-states [role="radio"]')
    await expect.poll(async () => (await named.last().getAttribute('aria-label')) ?? '').toMatch(/，/)
    const labels = await named.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
    return Object.fromEntries(labels.map((label) => [label.split('，')[0] ?? '', Number(/，(\d+) 条/.exec(label)?.[1])]))
  }

  async expectState(title: string): Promise<void> {
    await this.root.locator('.engine-states [aria-checked="true"]').filter({ hasText: title }).waitFor()
  }

  /** Keeps the list as it is under this name, as the one that it opens with where `usual` says so. */
  async saveView(name: string, { usual = false }: { usual?: boolean } = {}): Promise<void> {
    await this.openViews()
    await this.root.getByRole('button', { name: '保存为视图…' }).click()
    const form = this.root.getByRole('form', { name: '保存为视图…' })
    await form.getByLabel('视图名称').fill(name)
    if (usual) await form.getByLabel(/^设为默认/).check()
    await form.getByRole('button', { name: '保存' }).click()
    await this.expectView(name)
  }

  async openViews(): Promise<void> {
    await this.root.getByRole('button', { name: /^视图/ }).click()
  }

  /** Of the view that is open. */
  async deleteView(): Promise<void> {
    await this.openViews()
    await this.root.locator('.engine-views').getByRole('button', { name: '删除' }).click()
    await this.root
      .page()
      .getByRole('dialog')
      .getByRole('button', { name: /^删\s?除$/ })
      .click()
    await this.root.getByRole('button', { name: '视图', exact: true }).waitFor()
  }

  async expectView(name: string): Promise<void> {
    await this.root.getByRole('button', { name: `视图：${name}` }).waitFor()
  }

  /** How many rows have room, drawn or not, between the head of the table and what stands below it. */
  async rowsWithRoom(): Promise<number> {
    await this.firstRow().expectThere()
    return this.root.locator('.engine-list-card').evaluate((card) => {
      const scroller = card.querySelector('.engine-table-scroller')
      const [head, row, foot] = ['thead', '[data-row]', 'tfoot'].map(
        (part) => scroller?.querySelector(part)?.getBoundingClientRect().height ?? 0,
      )
      if (!scroller || !head || !row) throw new Error('no table')
      const around = [...card.children].filter((part) => part !== scroller).map((part) => part.getBoundingClientRect())
      const below = around.filter(({ top }) => top > scroller.getBoundingClientRect().top).reduce((sum, { height }) => sum + height, 0)
      const bottom = (card.parentElement?.getBoundingClientRect().bottom ?? 0) - below - (foot ?? 0)
      return (bottom - scroller.getBoundingClientRect().top - head) / row
    })
  }

  /** Names of the buttons above the rows that a finger misses, or that do not end within the list. */
  tooSmallToTouch(): Promise<string[]> {
    return this.root.locator('.engine-list-card').evaluate((card) => {
      const end = card.getBoundingClientRect().right
      const isMissed = (button: Element): boolean => {
        const { width, height, right } = button.getBoundingClientRect()
        return width > 0 && (width < 44 || height < 42 || (right > end && button.closest('.engine-toolbar-view') !== null))
      }
      const buttons = [...card.querySelectorAll(':is(.engine-list-head, .engine-list-line) button')]
      return buttons.filter(isMissed).map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '')
    })
  }

  totalsBelow(column: string): Promise<string[]> {
    return totalsBelow(this.root.locator('.engine-table'), column)
  }

  /** What must be pressed above the list. */
  async press(button: string): Promise<void> {
    await this.root.getByRole('toolbar').getByRole('button', { name: button, exact: true }).click()
  }

  /** The row in which this text stands. */
  row(text: string): Row {
    if (text === '') throw new Error('Every row has nothing in it: an earlier leg of the story has failed')
    return new Row(this.root.locator('tbody tr[data-row]').filter({ hasText: text }).first())
  }

  firstRow(): Row {
    return this.rowAt(0)
  }

  /** @param index counted from 0 */
  rowAt(index: number): Row {
    return new Row(this.#row(index))
  }

  /** Texts of a column, from top to bottom, once there are rows or the list says that there are none. */
  async column(title: string): Promise<string[]> {
    await this.expectAnswered()
    const titles = await this.titles()
    const position = titles.indexOf(title)
    if (position < 0) throw new Error(`The list has no column ${title}; it has ${titles.join(' ')}`)
    return this.root.locator(`tbody tr[data-row] > td:nth-child(${position + 1})`).allInnerTexts()
  }

  async titles(): Promise<string[]> {
    return titlesOf(this.root.locator('.engine-table'))
  }

  async expectTitled(title: string): Promise<void> {
    await this.root.getByRole('columnheader', { name: title, exact: true }).waitFor()
  }

  async sort(title: string): Promise<void> {
    await this.answered(() => this.root.getByRole('columnheader', { name: title, exact: true }).getByRole('button').click())
  }

  async goToPage(page: number): Promise<void> {
    await this.answered(() => this.root.getByRole('button', { name: `第 ${page} 页`, exact: true }).click())
  }

  async showPerPage(count: number): Promise<void> {
    await this.root.getByRole('button', { name: /^每页条数/ }).click()
    await this.answered(() => this.root.getByRole('option', { name: `${count} 条/页`, exact: true }).click())
  }

  /** 共 N 条. */
  async total(): Promise<number> {
    const text = await this.root.getByText(/^共 [\d,]+ 条$/).innerText()
    return Number(text.replace(/\D/g, ''))
  }

  async switchColumn(title: string): Promise<void> {
    const button = this.root.getByRole('button', { name: '列设置' })
    await button.click()
    await this.root.page().getByRole('checkbox', { name: title, exact: true }).click()
    await button.click()
  }

  /** @param row counted from 0 */
  async scrollToRow(row: number): Promise<void> {
    await this.#row(row).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  }

  /** Where a row stands on the window, in px from its top. */
  async topOfRow(row: number): Promise<number> {
    return this.#row(row).evaluate((element) => element.getBoundingClientRect().top)
  }

  #row(row: number): Locator {
    return this.root.locator('tbody tr[data-row]').nth(row)
  }

  /** What a list without rows offers when it was searched. */
  async clearFilters(): Promise<void> {
    await this.root.getByRole('button', { name: '清空查询条件' }).click()
  }

  /** However far the rows are scrolled, on the page or in the table. */
  async expectHeaderStays(): Promise<void> {
    const rows = this.root.locator('tbody tr[data-row]')
    await rows.last().scrollIntoViewIfNeeded()
    const head = this.root.locator('.engine-table thead th').first()
    const height = this.root.page().viewportSize()?.height ?? 0
    const stays = async (): Promise<boolean> => {
      const [header, row] = await Promise.all([head.boundingBox(), rows.last().boundingBox()])
      return header !== null && row !== null && header.y >= 0 && header.y + header.height <= height && row.y > header.y
    }
    await expect.poll(stays).toBe(true)
    expect(await this.root.locator('.engine-list').getAttribute('data-fixed-header')).toBe('true')
  }

  /** How many rows show what is below them. */
  async expectUnfolded(count: number): Promise<void> {
    await expect.poll(() => this.root.locator('[data-toggle][aria-expanded="true"]').count()).toBe(count)
  }

  async expectLoading(): Promise<void> {
    await this.root.locator('.engine-turning').waitFor()
  }

  async expectAtRest(): Promise<void> {
    await this.root.locator('.engine-turning').waitFor({ state: 'detached' })
  }

  /** Opens the days of a search field. */
  async openDays(label: string): Promise<Locator> {
    await (await controlOf(this.root, label)).click()
    const days = this.root.page().locator('.ant-picker-dropdown').filter({ visible: true })
    await days.waitFor()
    return days
  }

  /** Buttons above the list. */
  async toolbar(): Promise<string[]> {
    return this.root.locator('.engine-toolbar-actions').getByRole('button').allInnerTexts()
  }

  async expectToolbar(buttons: string[]): Promise<void> {
    await expect.poll(() => this.toolbar()).toEqual(buttons)
  }

  async expectTitles(change: { with?: string[]; without?: string[] }): Promise<void> {
    for (const title of change.with ?? []) await expect.poll(() => this.titles()).toContain(title)
    for (const title of change.without ?? []) await expect.poll(() => this.titles()).not.toContain(title)
  }

  async expectColumn(title: string, check: (texts: string[]) => boolean): Promise<void> {
    await expect.poll(async () => check(await this.column(title)), { message: title }).toBe(true)
  }

  /** There are rows, or the list says that there are none. */
  async expectAnswered(): Promise<void> {
    await this.root.locator('tbody tr[data-row], .engine-table-notice').first().waitFor()
  }

  /** Rows that were there a moment ago are shown at once; others turn the sign of refreshing until they are there. */
  private async answered(act: () => Promise<unknown>): Promise<void> {
    await act()
    // Where nothing else is asked for than before, the sign comes by a timer of the page: one that is begun now ends behind it.
    await this.root.page().evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    await this.root.locator('.engine-turning').waitFor({ state: 'detached' })
  }
}

/** One row of a list. */
export class Row {
  readonly root: Locator

  constructor(root: Locator) {
    this.root = root
  }

  /** Where something beside the list is about it. */
  async choose(): Promise<void> {
    await this.root.waitFor()
    const first = this.root.locator('td').first()
    // A card of a phone has no column of numbers.
    await ((await first.isVisible()) ? first : this.root).click()
  }

  /** Presses an action that has room in the row, at a point of it. */
  async pressAt(action: string, position: { x: number; y: number }): Promise<void> {
    await this.root.getByRole('button', { name: action, exact: true }).click({ position })
  }

  /** Presses one of its actions, behind 更多 when there is no room for it. */
  async press(action: string): Promise<void> {
    await this.root.waitFor()
    const link = this.root.getByRole('button', { name: action, exact: true })
    if ((await link.count()) > 0) return link.click()
    await this.root.getByRole('button', { name: /更多操作$/ }).click()
    await this.root.page().getByRole('menuitem', { name: action, exact: true }).click()
  }

  /** Names of all its actions, those behind 更多 too. */
  async actions(): Promise<string[]> {
    await this.root.waitFor()
    const links = await this.root.locator('.engine-cell-actions button:not([aria-haspopup])').allInnerTexts()
    const more = this.root.getByRole('button', { name: /更多操作$/ })
    if ((await more.count()) === 0) return links
    await more.click()
    const menu = this.root.page().getByRole('menuitem')
    await menu.first().waitFor()
    const rest = await menu.allInnerTexts()
    await this.root.page().keyboard.press('Escape')
    // Its entries are not those of the next menu.
    await menu.first().waitFor({ state: 'hidden' })
    return [...links, ...rest]
  }

  /** Follows its link. */
  async open(): Promise<void> {
    await this.root.locator('a[data-nav]').first().click()
  }

  /** Ticks it for what is done with several. */
  async select(): Promise<void> {
    await this.root.getByRole('checkbox').check()
  }

  /** Opens what is below it. */
  async unfold(): Promise<void> {
    await this.root.locator('[data-toggle]').click()
  }

  async expectCell(text: string): Promise<void> {
    await this.root.getByText(text, { exact: true }).first().waitFor()
  }

  async expectThere(): Promise<void> {
    await this.root.waitFor()
  }

  /** As the one that something beside the list is about. */
  async expectMarked(): Promise<void> {
    await expect.poll(() => this.root.getAttribute('aria-current')).toBe('true')
  }

  async expectGone(): Promise<void> {
    await this.root.waitFor({ state: 'detached' })
  }
}
