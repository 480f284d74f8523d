import { useDictionaries } from '../../../../engine/client/context'
import { formatPercent } from '../../../../engine/core/decimal'
import type { Figure } from './Figures'

/** How a loan to value reads (E-12): per cent, and its water level in the level's colour. */
export function useWaterFigure(): (title: string, ltv: string, level: string | undefined) => Figure {
  const { waterLevel } = useDictionaries()
  return (title, ltv, level) => {
    const item = waterLevel?.items.find(({ code }) => code === level)
    return { title, value: formatPercent(ltv, 2), note: item?.title, tone: item?.color }
  }
}
