import { messageText } from '../../core/messages'
import type { BrowserScreenPlan, LinesPlan, RecordPagePlan } from '../../core/plan'
import type { FieldProblem } from '../../core/wire'
import { isTrue, readOf, type Environment } from '../../core/record/scope'
import type { Values } from '../../core/record/values'

/**
 * The line tables of a page, each once and under the title of the tab that shows it: what is wrong is told in the words of the page. Of
 * several tabs over one table that is the one the record shows at first.
 */
export function pageLines(
  { lines }: Pick<BrowserScreenPlan, 'lines'>,
  { tabs }: Pick<RecordPagePlan, 'tabs'>,
  record: Values,
  environment: Environment,
): LinesPlan[] {
  const ofPage = new Map<string, LinesPlan>()
  const shown = tabs.filter((tab) => isTrue(tab.visible, readOf(record), environment))
  for (const tab of [...shown, ...tabs]) {
    const table = tab.kind === 'lines' && !ofPage.has(tab.lines) ? lines[tab.lines] : undefined
    // What rules alone fill is shown as it is stored.
    if (table && !table.system) ofPage.set(table.name, { ...table, title: tab.title })
  }
  return [...ofPage.values()]
}

/** Problems of the server, which knows a table by the entity's title, in the words of the page. */
export function inWordsOfPage(
  problems: readonly FieldProblem[],
  { lines }: Pick<BrowserScreenPlan, 'lines'>,
  ofPage: readonly LinesPlan[],
): FieldProblem[] {
  return problems.map((problem) => {
    const [root] = problem.path.split('.')
    const table = ofPage.find(({ name }) => name === root)
    const known = messageText('invalid.label', { title: lines[table?.name ?? '']?.title })
    if (!table || !problem.detail.startsWith(known)) return problem
    return { ...problem, detail: messageText('invalid.label', { title: table.title }) + problem.detail.slice(known.length) }
  })
}
