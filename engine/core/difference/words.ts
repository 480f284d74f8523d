import { schemaMessages, schemaText, type SchemaCode } from '../schemaMessages'
import type { Difference } from './difference'

/** Longer values are not read: there is the text for that. */
const maxLength = 80

/** A change as a sentence. */
export function differenceText(difference: Difference): string {
  const { kind, title, within, change } = difference
  const what = { what: schemaText(`difference.kind-${kind}`), title }
  const place = within.length === 0 ? '' : `${within.join(schemaText('difference.within.between'))}${schemaText('difference.within.end')}`
  if (change === 'removed') return place + schemaText('difference.removed', what)
  if (change === 'changed') {
    const { facet, from, to } = difference
    const params = { ...what, facet: facetText(facet), from: valueText(from), to: valueText(to) }
    if (from === undefined) return place + schemaText('difference.changed.from-nothing', params)
    return place + schemaText(to === undefined ? 'difference.changed.to-nothing' : 'difference.changed', params)
  }
  const { after } = difference
  if (after === undefined) return place + schemaText('difference.added', what)
  return place + schemaText(after === null ? `difference.${change}.first` : `difference.${change}.after`, { ...what, after })
}

function facetText(facet: string): string {
  const code = `difference.facet-${facet}`
  return Object.hasOwn(schemaMessages, code) ? schemaText(code as SchemaCode) : facet
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return schemaText('difference.value.none')
  if (typeof value === 'boolean') return schemaText(value ? 'difference.value.yes' : 'difference.value.no')
  if (typeof value === 'number') return String(value)
  const said = typeof value === 'string' ? value : JSON.stringify(value)
  return schemaText('difference.value.text', { text: said.length > maxLength ? `${said.slice(0, maxLength)}…` : said })
}
