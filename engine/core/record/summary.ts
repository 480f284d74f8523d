import { decimalsOf, formatDecimal, formatPercent, sumDecimals, toDecimal, type Decimal } from '../decimal'
import { isBlank, isEmptyValue, isUnitApart, shownOf, textOf, type Titles } from '../fields'
import { messageText } from '../messages'
import type { FieldPlan, SummaryPlan } from '../plan'
import type { Total } from '../wire'
import type { Values } from './values'

/** One thing that a summary says: what it is called, and how its value reads. */
export interface SummaryPart {
  field: FieldPlan
  title: string
  text: string
}

/**
 * What a record is about, in the order in which it is read: about whom, figures, date. What the record does not carry, or is empty, is left
 * out, and so is whom it is about where it is called just that.
 * @param name what it is called, where that stands beside it
 */
export function summaryParts(summary: SummaryPlan, record: Values, titles: Titles, name?: string | null): SummaryPart[] {
  const { about, figures, date } = summary
  const parts = partsOf([about, ...figures, ...(date ? [date] : [])], summary, record, titles)
  return parts.filter(({ field, text }) => field !== about || text !== name)
}

/** The fields that are read first before a decision; empty ones are left out. */
export function summaryFirst(summary: SummaryPlan, record: Values, titles: Titles): SummaryPart[] {
  return partsOf(summary.first ?? [], summary, record, titles)
}

function partsOf(fields: readonly FieldPlan[], summary: SummaryPlan, record: Values, titles: Titles): SummaryPart[] {
  return fields.flatMap((field) => {
    const value = shownOf(field, record)
    if (isEmptyValue(value)) return []
    const text = countedText(field, record, titles)(value)
    return [
      { field, title: field.title, text: field.unitFrom === undefined ? withUnit(text, unitOf(summary, field, record, titles)) : text },
    ]
  })
}

/**
 * As one line for a choice: whom it is about by name alone, the first figures and the date with their titles.
 * @param hint what the choice says beside its name: a record that is about just that does not repeat it
 */
export function summaryLine(summary: SummaryPlan, record: Values, titles: Titles, hint?: string | null): string {
  const short = { ...summary, figures: summary.figures.slice(0, FIGURES_OF_A_CHOICE) }
  return summaryParts(short, record, titles, hint)
    .map(({ field, title, text }) => (field === summary.about ? text : `${title} ${text}`))
    .join(messageText('summary.separator'))
}

/** A second line has room for two. */
const FIGURES_OF_A_CHOICE = 2

/** In what a figure is counted, as it reads; empty where its text says so anyway, or nothing does. */
export function unitOf({ unit }: Pick<SummaryPlan, 'unit'>, figure: FieldPlan, record: Values, titles: Titles): string {
  const { unitFrom: from, units } = figure
  if (from !== undefined) return units ? besideNumber(units[countedIn(from, record)]) : countedIn(from, record)
  if (!isUnitApart(figure)) return ''
  if (figure.unit !== undefined) return figure.unit
  const value = unit && shownOf(unit, record)
  return unit === undefined || isEmptyValue(value) ? '' : textOf(unit, titles)(value)
}

/** A share is shown in per cent, where it is: the number itself is a fraction. */
function besideNumber(unit = ''): string {
  return unit === '%' ? '' : unit
}

/** In what a number is counted, as a field beside it says; empty where that is empty. @param from name of that field */
function countedIn(from: string, record: Values): string {
  const unit = record[from]
  return isEmptyValue(unit) ? '' : String(unit)
}

/** How values of a field read, numbers with what they are counted in and codes by their titles where a field beside them says so. */
export function countedText(field: FieldPlan, record: Values, titles: Titles): (value: unknown) => string {
  const { unitFrom: from, units } = field
  const chosen = chosenCodes(field, record)
  if (chosen) {
    const text = textOf(chosen, titles)
    return (value) => text(codesIn(value))
  }
  const text = textOf(field, titles)
  if (from === undefined) return text
  if (units) return (value) => measured(value, units[countedIn(from, record)])
  return (value) => (isBlank(value) ? text(value) : withUnit(text(value), countedIn(from, record)))
}

/** The name of the field beside it by which a value is read. */
export function besideOf({ unitFrom, codes }: Pick<FieldPlan, 'unitFrom' | 'codes'>): string | undefined {
  return unitFrom ?? codes?.from
}

/** A text as the choice of codes that it is in a record; undefined where it is a text. */
export function chosenCodes(field: FieldPlan, record: Values): FieldPlan | undefined {
  const { codes } = field
  const dictionary = codes && codes.in[String(record[codes.from])]
  return dictionary === undefined ? undefined : { ...field, type: 'select', dictionary, multiple: true }
}

/** The codes in a text, and the text that keeps them. */
export function codesIn(text: unknown): string[] {
  return typeof text === 'string' ? text.split(',').flatMap((code) => code.trim() || []) : []
}

export function textOfCodes(codes: unknown): string | null {
  return Array.isArray(codes) && codes.length > 0 ? codes.join(',') : null
}

/** A number that is a share, days or something else as the record says, so that its decimals are only how it is stored. */
function measured(value: unknown, unit = ''): string {
  const number = toDecimal(value)
  if (number === undefined || unit === '%') return formatPercent(value, PERCENT_DECIMALS)
  return withUnit(formatDecimal(number, decimalsOf(number)), unit)
}

const PERCENT_DECIMALS = 2

export function withUnit(text: string, unit: string): string {
  return unit === '' ? text : `${text} ${unit}`
}

/**
 * The first figure added up over records, once for each unit in which they are counted, in the order in which these come; undefined where it
 * cannot be added up, or a record does not carry it.
 */
export function summarySums(summary: SummaryPlan, records: readonly Values[], titles: Titles): string[] | undefined {
  const [figure] = summary.figures
  if (!summary.sum || !figure || records.some((record) => record[figure.name] === undefined)) return undefined
  const byUnit = new Map<string, Decimal[]>()
  for (const record of records) {
    const unit = unitOf(summary, figure, record, titles)
    byUnit.set(unit, [...(byUnit.get(unit) ?? []), toDecimal(record[figure.name]) ?? '0'])
  }
  const text = textOf(figure, titles)
  return [...byUnit].map(([unit, values]) => withUnit(text(sumDecimals(values)), unit))
}

/** A number added up over rows: as a whole, or once for each value of the field that says in what it is counted. */
export function totalOf(rows: readonly Values[], key: string, unit?: string): Total {
  if (unit === undefined) return sumDecimals(rows.map((row) => toDecimal(row[key]) ?? '0'))
  const byUnit = new Map<string, Decimal[]>()
  for (const row of rows) {
    const value = row[unit]
    const name = isEmptyValue(value) ? '' : String(value)
    byUnit.set(name, [...(byUnit.get(name) ?? []), toDecimal(row[key]) ?? '0'])
  }
  return Object.fromEntries([...byUnit].map(([name, values]) => [name, sumDecimals(values)]))
}
