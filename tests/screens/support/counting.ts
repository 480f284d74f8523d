import { act, fireEvent } from '@testing-library/react'
import { rendersDuring, type Renders } from '../../../engine/client/testing/commits'
import type { PagePlan } from '../../../engine/core/plan'
import type { PageCounts } from '../judges/renderBudget'
import { asked, front } from './program'

const typedInto = ['.engine-search input[type=text]', '.engine-form input[type=text]', '.engine-form textarea']
  .map((each) => `${each}:not([readonly], [disabled], [role=combobox])`)
  .join()

/** Counts while a page is reached by `arrive`, while a character is typed into its first field, and while a row is marked. `isLast`: no page is opened after it. */
export async function countsOf(page: PagePlan, arrive: () => Promise<void>, isLast: boolean): Promise<PageCounts> {
  const before = asked.length
  const first = await rendersDuring(arrive)
  const requests = asked.slice(before)
  const rows = Array.from(front().querySelectorAll('tbody tr[data-row]'))
  // A form with a change would ask before it is left.
  const field = page.kind === 'list' || isLast ? front().querySelector<HTMLInputElement>(typedInto) : null
  const box = page.kind === 'list' ? front().querySelector('tbody [data-select]') : null
  const elementsIn = rows.map((row) => 1 + row.querySelectorAll('*').length)
  const counts: PageCounts = { rows: rows.length, first, requests, rowElements: Math.max(0, ...elementsIn) }
  if (field) counts.key = await rendersOf(() => fireEvent.change(field, { target: { value: `${field.value}1` } }))
  if (box) counts.select = await rendersOf(() => fireEvent.click(box))
  return counts
}

function rendersOf(event: () => void): Promise<Renders> {
  return rendersDuring(() => act(async () => event()))
}
