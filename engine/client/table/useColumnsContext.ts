import { useMemo } from 'react'
import type { BrowserScreenPlan } from '../../core/plan'
import { useDictionaries, useEnvironment, useRights, useServices } from '../context'
import { useHomes } from '../data/useHome'
import type { ColumnsContext } from './compileColumns'

/**
 * What columns are drawn with; the same object as long as nothing of it changes.
 * @param states those of the entity whose rows are shown
 * @param isLinked whether references lead to their records
 */
export function useColumnsContext(screen: BrowserScreenPlan, states: BrowserScreenPlan['states'], isLinked = false): ColumnsContext {
  const { extensions } = useServices()
  const homeOf = useHomes()
  const environment = useEnvironment()
  const { can } = useRights()
  const dictionaries = useDictionaries()
  return useMemo(
    () => ({ dictionaries, states, screen, cells: extensions.cells, environment, can, ...(isLinked && { homeOf }) }),
    [dictionaries, states, screen, extensions, environment, can, isLinked, homeOf],
  )
}
