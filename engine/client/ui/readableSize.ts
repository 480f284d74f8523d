const UNITS = ['B', 'KB', 'MB']

export function readableSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1)
  const size = bytes / 1024 ** power
  return `${power === 0 ? size : size.toFixed(1)} ${UNITS[power]}`
}
