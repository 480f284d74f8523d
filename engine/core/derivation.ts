/**
 * How an amount came about, as data: the formula, what stood in it, and the step that rounded it. The amount is computed from the derivation, so
 * that what is explained and what is booked cannot part. Titles are keys of the product's texts; nothing here knows what an amount is for.
 */
import { roundDecimal, toDecimal, type Decimal, type RoundingMode } from './decimal'
import { EngineError } from './error'
import { evaluateExpression, parseExpression, type Expression } from './expression'
import { messageText, type MessageCode } from './messages'

export interface Derivation {
  /** Key of the text that names the amount. */
  title: string
  value: Decimal
  /** Which of several alike it is, such as a day. */
  of?: string
  /** In the language of expressions, over the names of the inputs. */
  formula: string
  /** Absent: nothing was rounded. */
  rounding?: Rounding
  /** Where what it follows from was chosen: why this formula is the one, in words. */
  because?: readonly string[]
  /** Figures, amounts that are derived themselves, or lists of these. */
  inputs: Record<string, DerivationInput | readonly DerivationInput[]>
}

export interface Rounding {
  decimals: number
  mode: RoundingMode
}

export type DerivationInput = Figure | Derivation

/** What is known and not derived. */
export interface Figure {
  /** Key of the text that names it. */
  title: string
  value: Decimal
  /** Which of several alike it is, such as a day. */
  of?: string
  /** The record that it stands in. */
  source?: Source
}

/** A record, by what it is called. */
export interface Source {
  entity: string
  id: string
  label: string
}

/** What is derived: all but the amount itself. */
export type DerivationSketch = Omit<Derivation, 'value'>

/** Computes an amount of what explains it. @throws EngineError `derivation.no-number` when the formula has no value */
export function derive(sketch: DerivationSketch): Derivation {
  return { ...sketch, value: valueOf(sketch, (input) => input.value) }
}

/** What the amount must be, after the figures alone: derived inputs are computed anew. */
export function rederive(derivation: Derivation): Decimal {
  return valueOf(derivation, (input) => (isDerived(input) ? rederive(input) : input.value))
}

export function isDerived(input: DerivationInput): input is Derivation {
  return 'formula' in input
}

function valueOf({ title, formula, rounding, inputs }: DerivationSketch, read: (input: DerivationInput) => Decimal): Decimal {
  const scope = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, isList(input) ? input.map(read) : read(input)]))
  const value = toDecimal(evaluateExpression(parseExpression(formula), scope, nowhere))
  if (value === undefined) throw new EngineError('derivation.no-number', { title, formula })
  return rounding ? roundDecimal(value, rounding.decimals, rounding.mode) : value
}

/** A formula reads its inputs alone: it must give the same whenever it is asked. */
const nowhere = { today: '', now: '' }

function isList(input: DerivationInput | readonly DerivationInput[]): input is readonly DerivationInput[] {
  return Array.isArray(input)
}

/** The formula as people write it, with what `textOf` makes of each name: its figure, or its title. */
export function writtenOut(derivation: Pick<Derivation, 'formula' | 'inputs'>, textOf: (input: DerivationInput) => string): string {
  const write = (node: Expression, binding = 0): string => {
    switch (node.kind) {
      case 'number':
        return node.value
      case 'path':
        return inputText(derivation.inputs[node.names[0] ?? ''], textOf)
      case 'list':
        return node.items.map((item) => write(item)).join(', ')
      case 'unary':
        return `−${write(node.operand, 3)}`
      case 'binary': {
        const { sign, strength } = signs[node.operator] ?? { sign: node.operator, strength: 0 }
        // What stands right of a minus or a division keeps its brackets.
        const text = `${write(node.left, strength)} ${sign} ${write(node.right, strength + 1)}`
        return strength < binding ? `(${text})` : text
      }
      case 'call':
        return callText(
          node.name,
          node.arguments.map((argument) => write(argument)),
        )
      default:
        return ''
    }
  }
  return write(parseExpression(derivation.formula))
}

function callText(name: string, [first = '', ...others]: readonly string[]): string {
  const decimals = others.map((each) => (name === 'round' ? messageText('written.decimals', { decimals: each }) : each))
  const word = words[name]
  return `${word === undefined ? name : messageText(word)}(${[first, ...decimals].join(', ')})`
}

/** The functions that amounts are explained with. */
const words: Partial<Record<string, MessageCode>> = {
  sum: 'written.sum',
  min: 'written.min',
  max: 'written.max',
  round: 'written.round',
}

function inputText(input: DerivationInput | readonly DerivationInput[] | undefined, textOf: (input: DerivationInput) => string): string {
  if (input === undefined) return ''
  if (!isList(input)) return textOf(input)
  if (input.length === 0) return messageText('written.none')
  const texts = input.map(textOf)
  return (texts.length > mostWritten ? [...texts.slice(0, mostWritten - 1), '…', ...texts.slice(-1)] : texts).join(', ')
}

/** Of a longer list the first ones and the last are written out; all of them stand in the inputs. */
const mostWritten = 4

const signs: Partial<Record<string, { sign: string; strength: number }>> = {
  '+': { sign: '+', strength: 1 },
  '-': { sign: '−', strength: 1 },
  '*': { sign: '×', strength: 2 },
  '/': { sign: '÷', strength: 2 },
}
