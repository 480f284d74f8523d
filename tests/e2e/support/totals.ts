import type { Locator } from 'playwright-core'

/**
 * What is to be seen of a table's totals where the heading of a column that stays is, wherever the table is scrolled sideways: texts by
 * row of totals, each once.
 */
export function totalsBelow(table: Locator, title: string): Promise<string[]> {
  return table.evaluate((element, name) => {
    const scroller = element.parentElement
    const heading = [...element.querySelectorAll('thead th')].find((each) =>
      [each.textContent?.trim(), each.getAttribute('aria-label')].includes(name),
    )
    if (!scroller || !heading) throw new Error(`no column ${name}`)
    element.querySelector('tfoot')?.scrollIntoView({ block: 'center' })
    const seen = new Set<string>()
    for (let left = 0; left <= scroller.scrollWidth - scroller.clientWidth; left += 20) {
      scroller.scrollLeft = left
      const { x, width } = heading.getBoundingClientRect()
      for (const row of element.querySelectorAll('tfoot tr')) {
        const { y, height } = row.getBoundingClientRect()
        const top = element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2)
        seen.add(top?.closest('th, td')?.textContent?.trim() ?? 'nothing')
      }
    }
    scroller.scrollLeft = 0
    return [...seen]
  }, title)
}

/** The titles of a table's columns in their order; where columns stand in groups, they are in the second row. */
export function titlesOf(table: Locator): Promise<string[]> {
  return table.locator('thead').evaluate((head) => {
    const textOf = (cell: Element): string => (cell.textContent ?? '').trim()
    const [first = [], second = []] = [...head.querySelectorAll('tr')].map((row) => [...row.children])
    return first.flatMap((cell) =>
      cell.getAttribute('scope') === 'colgroup' ? second.splice(0, (cell as HTMLTableCellElement).colSpan).map(textOf) : [textOf(cell)],
    )
  })
}

/** Titles of the columns that are seen whole before a table is scrolled sideways. */
export function columnsInSight(table: Locator): Promise<string[]> {
  return table.evaluate((element) => {
    const heads = [...element.querySelectorAll('thead th:not([scope="colgroup"])')]
    const boxes = new Map(heads.map((head) => [head, head.getBoundingClientRect()]))
    const seen = element.parentElement?.getBoundingClientRect()
    // The column of buttons stays over the others.
    const last = heads.find((head) => head.matches('.engine-pinned-last, .engine-lines-actions'))
    const edge = last ? boxes.get(last)?.left : seen?.right
    return heads
      .filter((head) => head === last || (boxes.get(head)?.right ?? Infinity) <= (edge ?? 0) + 1)
      .map((head) => (head.textContent ?? '').replace('*', '').trim())
  })
}
