import { importCodes, importExtraField } from '../../core/wire'
import { messages } from '../laterMessages'
import type { RequestResult } from '../request'

/** The response of an import: HTTP 200 whatever its outcome. */
interface ImportResponse {
  code: number
  msg?: string
  message?: string
  error?: string
  data?: { rows?: ImportProblem[]; file?: FailedRows; confirm?: string }
}

export interface ImportProblem {
  row: number
  column: string
  detail: string
}

/** A workbook of the rows that were refused, in Base64. */
export interface FailedRows {
  name: string
  content: string
}

export type ImportOutcome =
  | { kind: 'stored'; message: string | undefined }
  /** The rows go back into the form that asked for them. */
  | { kind: 'returned'; data: unknown; message: string | undefined }
  /** `confirm`: it may be imported all the same, when this key says that the user has confirmed what is listed. */
  | { kind: 'refused'; message: string; problems: readonly ImportProblem[]; failed?: FailedRows; confirm?: string }

/** Acceptance I3: 200 stored, 1001 returned, anything else refused with `msg`, `message` or `error`. */
export function importOutcome(result: RequestResult): ImportOutcome {
  if (!result.success) return { kind: 'refused', message: result.message, problems: [] }
  const { code, msg, message, error, data } = (result.body ?? {}) as ImportResponse
  if (code === importCodes.stored) return { kind: 'stored', message: msg }
  if (code === importCodes.returned) return { kind: 'returned', data, message: msg }
  return {
    kind: 'refused',
    message: msg || message || error || messages['import.failed'],
    problems: data?.rows ?? [],
    failed: data?.file,
    confirm: data?.confirm,
  }
}

/** The form fields beside the file: what the page holds already (acceptance I1). */
export function extraFields(extra: unknown): Record<string, unknown> {
  return extra === undefined ? {} : { [importExtraField]: JSON.stringify(extra) }
}

/** A workbook that came as Base64. */
export function workbookOf({ content }: FailedRows): Blob {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.codePointAt(0) ?? 0)
  return new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
}
