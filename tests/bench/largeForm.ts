/** The form of 200 fields, as both contestants are told of it: nobody writes so many by hand one after the other. */

export type LargeFieldKind = 'text' | 'select' | 'digit' | 'money' | 'date' | 'textarea'

export interface LargeField {
  name: string
  title: string
  kind: LargeFieldKind
  required: boolean
}

/** In the order in which they come again and again. The last one is a text, which both draw as an input of that name. */
const kinds: readonly LargeFieldKind[] = ['text', 'select', 'text', 'date', 'digit', 'text', 'money', 'textarea', 'select', 'text']
/** Two of ten may stay empty. */
const optional = [2, 7]

export const largeSections = Array.from({ length: 10 }, (_, section) => ({
  title: `第${section + 1}部分`,
  fields: Array.from({ length: 20 }, (_field, index): LargeField => {
    const number = section * 20 + index
    return {
      name: `item${number + 1}`,
      title: `项目${number + 1}`,
      kind: kinds[number % kinds.length] ?? 'text',
      required: !optional.includes(number % kinds.length),
    }
  }),
}))

const values: Readonly<Record<LargeFieldKind, string>> = {
  text: '标准托盘',
  select: 'EAST',
  digit: '12.50',
  money: '1234.50',
  date: '2026-11-20',
  textarea: '上海市浦东新区张江路 1 号',
}

/** A record in which every field is filled. */
export function largeRecord(id: string): Record<string, unknown> {
  const fields = largeSections.flatMap((section) => section.fields)
  return { id, version: 1, ...Object.fromEntries(fields.map(({ name, kind }) => [name, values[kind]])) }
}
