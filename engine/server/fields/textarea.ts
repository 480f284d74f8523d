import { textRow } from './columns'
import type { ServerType } from './serverType'
import { text } from './text'

/** Several lines of text: it neither names a row nor orders rows as a label does. */
export const textarea: ServerType = { ...text, row: textRow }
