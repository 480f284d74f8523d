/** Cells beside those of the field types that a column of any product may name as its `as`. */
export const engineCells = ['progress', 'fileSize'] as const

export type EngineCell = (typeof engineCells)[number]
