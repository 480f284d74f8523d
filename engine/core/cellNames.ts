/** Cells beside those of the field types that a column of any product may name as its `as`. */
export const engineCells = ['progress', 'fileSize'] as const

export type EngineCell = (typeof engineCells)[number]

export function isEngineCell(name: string): name is EngineCell {
  return (engineCells as readonly string[]).includes(name)
}
