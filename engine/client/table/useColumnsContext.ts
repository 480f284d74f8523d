import { useMemo } from 'react'
import type { BrowserScreenPlan } from '../../core/plan'
import { useDictionaries, useEnvironment, useRights, useServices } from '../context'
import type { ColumnsContext } from './compileColumns'

/** What columns are drawn with; the same object as long as nothing of it changes. `states`: those of the entity whose rows are shown. */
export function useColumnsContext(screen: BrowserScreenPlan, states: BrowserScreenPlan['states']): ColumnsContext {
  const { extensions } = useServices()
  const environment = useEnvironment()
  const { can } = useRights()
  const dictionaries = useDictionaries()
  return useMemo(
    () => ({ dictionaries, states, screen, cells: extensions.cells, environment, can }),
    [dictionaries, states, screen, extensions, environment, can],
  )
}
