/** One measured thing: what it is, each contestant's figure, and what was aimed at. */
export interface Measurement {
  name: string
  unit: 'ms' | 's' | 'kB' | 'MB' | '/s' | '×'
  handwritten?: number
  ours: number
  /** What counts: ours divided by the hand-written figure, or ours alone. */
  target?: { of: 'ratio' | 'figure'; most: number } | { of: 'ratio'; least: number }
  /** A target that is missed fails the run. */
  required?: true
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** What so large a part of the values stays within, as 0.95. */
export function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN
}

export function isReached({ handwritten, ours, target }: Measurement): boolean | undefined {
  if (!target) return undefined
  const value = target.of === 'ratio' ? ours / (handwritten ?? Number.NaN) : ours
  return 'most' in target ? value <= target.most : value >= target.least
}

const heads = ['', 'hand-written', 'ours', 'ratio', 'target', ''] as const

/** The table as text, a line per measurement. */
export function drawTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map((measurement) => {
    const { name, unit, handwritten, ours, target } = measurement
    const ratio = handwritten === undefined ? '' : (ours / handwritten).toFixed(2)
    const reached = isReached(measurement)
    return [
      name,
      handwritten === undefined ? '' : `${figure(handwritten)} ${unit}`,
      `${figure(ours)} ${unit}`,
      ratio,
      target ? ('most' in target ? `≤ ${target.most}` : `≥ ${target.least}`) + (target.of === 'figure' ? ` ${unit}` : '') : '',
      reached === undefined ? '' : reached ? 'MET' : 'MISSED',
    ]
  })
  const lines: (readonly string[])[] = [heads, ...rows]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column >= 1 && column <= 3 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1)
}
