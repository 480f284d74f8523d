import { useEffect } from 'react'
import { sumDecimals, toDecimal, type Decimal } from '../../core/decimal'
import type { StoredSums } from '../../core/plan'
import { usePageAddress, useServices } from '../context'

/**
 * Keeps in the session store what the selected rows come to. It is stored as long as the page is in front, after what entering it resets, and is null
 * while no row is selected.
 */
export function useStoredSums(stored: StoredSums | undefined, rows: readonly Readonly<Record<string, unknown>>[]): void {
  const { storage } = useServices()
  const { active } = usePageAddress()
  const sums = JSON.stringify(Object.entries(stored ?? {}).map(([key, field]) => [key, sumOf(rows, field)]))
  useEffect(() => {
    if (active) for (const [key, sum] of JSON.parse(sums) as [string, Decimal | null][]) storage.set(key, sum)
  }, [active, sums, storage])
}

/** Null of no rows: nothing was selected. */
export function sumOf(rows: readonly Readonly<Record<string, unknown>>[], field: string): Decimal | null {
  return rows.length === 0 ? null : sumDecimals(rows.flatMap((row) => toDecimal(row[field]) ?? []))
}
