import { afterEach, expect, it, vi } from 'vitest'
import { scrollOutFromUnder } from './outFromUnder'

afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** A table 400 px wide, whose first column (100 px) and last one (80 px) stay in place, and its head (40 px) and sums (30 px) too. */
function open({ cell, pinned = 'sticky' }: { cell: { left: number; width: number; top?: number }; pinned?: string }) {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
  document.body.innerHTML = `
    <div><table>
      <thead style="position: sticky; top: 0"><tr><th>a</th></tr></thead>
      <tbody><tr>
        <th style="position: ${pinned}; left: 0"><input id="first"></th>
        <td><input id="cell"></td>
        <td style="position: ${pinned}; right: 0"><button id="last">x</button></td>
      </tr></tbody>
      <tfoot><tr><td style="position: sticky; bottom: 0">1</td></tr></tfoot>
    </table></div>`
  const scroller = document.querySelector('div') as HTMLElement
  const place = (selector: string, left: number, top: number, width: number, height: number): void => {
    const element = document.querySelector(selector) as HTMLElement
    element.getBoundingClientRect = () => new DOMRect(left, top, width, height)
  }
  place('div', 0, 0, 400, 300)
  place('thead', 0, 0, 900, 40)
  place('tfoot td', 0, 270, 900, 30)
  place('tbody th', 0, 100, 100, 40)
  place('tbody td:nth-child(2)', cell.left, cell.top ?? 100, cell.width, 40)
  place('tbody td:nth-child(3)', 320, 100, 80, 40)
  Object.assign(scroller, { scrollLeft: 500, scrollTop: 500 })
  return {
    focus(id: string) {
      scrollOutFromUnder(scroller, document.getElementById(id) as HTMLElement)
      return [scroller.scrollLeft - 500, scroller.scrollTop - 500]
    },
  }
}

it.each([
  ['under the buttons of its row', { left: 300, width: 60 }, [40, 0]],
  ['under the first column', { left: 70, width: 60 }, [-30, 0]],
  ['wider than what is free: its beginning', { left: 150, width: 300 }, [50, 0]],
  ['under the head', { left: 150, width: 60, top: 10 }, [0, -30]],
  ['under the sums', { left: 150, width: 60, top: 240 }, [0, 10]],
  ['in sight already', { left: 150, width: 60 }, [0, 0]],
])('brings a cell into sight that is %s', (_name, cell, by) => {
  expect(open({ cell }).focus('cell')).toEqual(by)
})

it('leaves alone what stays in place itself', () => {
  expect(open({ cell: { left: 300, width: 60 } }).focus('last')).toEqual([0, 0])
})

it('takes no column for pinned that is not, as on a phone', () => {
  expect(open({ cell: { left: 300, width: 60 }, pinned: 'static' }).focus('cell')).toEqual([0, 0])
})
