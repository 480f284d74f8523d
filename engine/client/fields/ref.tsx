import { RefInput } from './controls/RefInput'
import { defineField } from './definition'
import { formatText } from './formatText'

/** A row of another entity. What users read is its display value, which a column or record carries beside it. */
export const refField = defineField({ type: 'ref', formatter: () => formatText, Input: RefInput })
