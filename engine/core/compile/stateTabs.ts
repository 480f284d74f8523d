import type { EntityPlan, FigurePlan, ListPagePlan, StateTabPlan } from '../plan'
import { testsOf, type Where, type WhereTest } from '../where'

/**
 * The states that a list is narrowed to by a press, in their order; absent where its search form does not ask by them, or its address says which.
 * States that nothing leads to and those that the list never has are left out. A list that is paged by cursor has nothing that reads all rows.
 * What a figure counts of one state is the number of its tab, and no figure of its own.
 */
export function stateTabs(
  { search, paging, params, figures = [] }: Pick<ListPagePlan, 'search' | 'paging' | 'params' | 'figures'>,
  { statusField, states = {} }: Pick<EntityPlan, 'statusField' | 'states'>,
  where: Where | undefined,
): Pick<ListPagePlan, 'states' | 'figures'> {
  const item = search.find(({ name }) => name === statusField)
  if (
    statusField === undefined ||
    Object.hasOwn(params, statusField) ||
    paging === 'cursor' ||
    (item?.as !== 'equals' && item?.as !== 'multiple')
  )
    return { figures }
  const tests = testsOf(where)
  const shown = Object.values(states).filter(({ code, planned }) => !planned && tests.every((test) => mayHave(test, statusField, code)))
  if (shown.length < 2) return { figures }
  const counting = new Map(
    figures.flatMap((figure) => {
      const code = stateOf(figure, statusField)
      return code === undefined ? [] : [[code, figure] as const]
    }),
  )
  const tabs = shown.map(({ code }) => tabOf(code, counting.get(code)))
  return { states: tabs, figures: figures.filter((figure) => !shown.some(({ code }) => counting.get(code) === figure)) }
}

function tabOf(code: string, figure: FigurePlan | undefined): StateTabPlan {
  if (!figure) return { code }
  const { title, tone } = figure
  return { code, figure: { title, ...(tone ? { tone } : {}) } }
}

/** The state whose rows a figure counts, and nothing else. */
function stateOf({ of, when, filter = {}, regardless }: FigurePlan, statusField: string): string | undefined {
  if (of !== 'count' || when || regardless || Object.keys(filter).join() !== statusField) return undefined
  const value = filter[statusField]
  const [code, ...others] = Array.isArray(value) ? value : [value]
  return typeof code === 'string' && others.length === 0 ? code : undefined
}

/** Whether some row in this state can meet the test: what it asks of other fields may be so. */
function mayHave(test: WhereTest, statusField: string, code: string): boolean {
  if (test.kind === 'anyOf') return test.parts.some((part) => part.every((inner) => mayHave(inner, statusField, code)))
  if (test.field !== statusField || test.kind === 'bound') return true
  const given = test.values.some((value) => typeof value === 'object' && value !== null)
  return given || test.values.includes(code) !== test.not
}
