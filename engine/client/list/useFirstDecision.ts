import { useEffect, useEffectEvent } from 'react'
import type { ActionPlan, BrowserScreenPlan } from '../../core/plan'
import { entriesOf, nextStep } from '../../core/record/offered'
import type { RecordValues } from '../../core/wire'
import { decides } from '../actions/actionRequest'
import { standsBeside, useActionScope } from '../actions/ActionScope'
import { useEnvironment, usePageAddress } from '../context'
import { wantsDecision } from '../data/firstDecision'

/**
 * Opens the decision about the first row of which it is the next step, for who comes to decide and has room for it beside the rows.
 * @param rows undefined until they are those of the address
 * @param taken takes the wish out of the address
 */
export function useFirstDecision(
  screen: BrowserScreenPlan,
  actions: readonly ActionPlan[],
  rows: readonly RecordValues[] | undefined,
  taken: () => void,
): void {
  const { search, active } = usePageAddress()
  const environment = useEnvironment()
  const { perform } = useActionScope()
  const isWanted = active && wantsDecision(search)

  const open = useEffectEvent((waiting: readonly RecordValues[]) => {
    taken()
    if (!standsBeside()) return
    const facts = { screen, environment: environment() }
    for (const record of waiting) {
      const next = nextStep(entriesOf(actions, record, facts), record, screen)
      if (next && decides(next.action.does)) return void perform(next.action, { record })
    }
  })
  useEffect(() => {
    if (isWanted && rows) open(rows)
  }, [isWanted, rows])
}
