/** Pieces of TypeScript that generated files are put together from. */

export function property(name: string, type: string, title?: string): string {
  return `${title === undefined ? '' : comment(title)}${name}: ${type};`
}

export function orNull(type: string, isNeverEmpty: boolean): string {
  return isNeverEmpty ? type : `${type} | null`
}

export function comment(text: string): string {
  return `/** ${text.replaceAll('*/', '*')} */\n`
}

export function union(names: string[]): string {
  return names.length === 0 ? 'never' : [...new Set(names)].map(literal).join(' | ')
}

export function literal(text: string): string {
  return JSON.stringify(text)
}

export function pascal(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** What the type of a json shape is called in the generated `shapes`. */
export function shapeTypeName(shape: string): string {
  return pascal(shape)
}

export function withImports(source: string, engine: string): string {
  const imports = [
    ...(/\bDecimal\b/.test(source) ? [`import type { Decimal } from '${engine}/core/decimal'`] : []),
    ...(source.includes('shapes.') ? [`import type * as shapes from './shapes'`] : []),
  ]
  return `${imports.join('\n')}\n\n${source}`
}
