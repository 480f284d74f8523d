import { messages } from '../messages'
import type { Request } from '../request'

/** Acceptance I2. */
export const maxImportBytes = 20_971_520
export const defaultMaxRows = 500

/** Answer of an import: HTTP 200 whatever came of it. */
interface ImportAnswer {
  code: number
  msg?: string
  message?: string
  error?: string
  data?: { rows?: ImportProblem[] }
}

export interface ImportProblem {
  row: number
  column: string
  detail: string
}

export type ImportOutcome =
  | { kind: 'stored' }
  /** The rows go back into the form that asked for them. */
  | { kind: 'returned'; data: unknown }
  | { kind: 'refused'; message: string; problems: readonly ImportProblem[] }

const STORED = 200
const RETURNED = 1001

/** Acceptance I3: 200 stored, 1001 returned, anything else refused with `msg`, `message` or `error`. */
export async function importRows(request: Request, base: string, file: File, idempotencyKey: string): Promise<ImportOutcome> {
  const form = new FormData()
  form.append('file', file)
  const result = await request<ImportAnswer>({ method: 'POST', url: `${base}/import`, form, idempotencyKey, quiet: true })
  if (!result.success) return { kind: 'refused', message: result.message, problems: [] }
  const { code, msg, message, error, data } = result.body
  if (code === STORED) return { kind: 'stored' }
  if (code === RETURNED) return { kind: 'returned', data }
  return { kind: 'refused', message: msg ?? message ?? error ?? messages['import.failed'], problems: data?.rows ?? [] }
}

/** The problems as a table that opens in a spreadsheet: with a mark for UTF-8, and no cell that could be taken for a formula. */
export function problemsAsCsv(problems: readonly ImportProblem[]): Blob {
  const head = [messages['import.row'], messages['import.column'], messages['import.reason']]
  const lines = [head, ...problems.map(({ row, column, detail }) => [String(row), column, detail])]
  const text = lines
    .map((cells) => cells.map((cell) => `"${cell.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`).join(','))
    .join('\r\n')
  return new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' })
}
