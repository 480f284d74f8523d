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

/** Of a source: comments and texts as they are, braces, ends of lines, and what is between them. */
const parts = /\/\*\*.*?\*\/|"(?:\\.|[^"\\])*"|[{}]|\n|[^{}\n"/]+|\//g

/** Braces and members on lines of their own: to be read where no formatter is at hand. */
export function laidOut(source: string): string {
  const lines: string[] = []
  let depth = 0
  let line = ''
  const end = (): void => {
    const text = line.trim()
    if (text !== '') lines.push('  '.repeat(depth) + text)
    line = ''
  }
  for (const [part] of source.matchAll(parts)) {
    if (part === '{') {
      line += part
      end()
      depth++
    } else if (part === '}') {
      end()
      depth--
      const last = lines.at(-1)
      // Nothing between: they stay together.
      if (last?.endsWith('{')) line = `${(lines.pop() ?? '').trim()}}`
      else line = part
    } else if (part === '\n') end()
    else if (part.startsWith('/**')) {
      end()
      line = part
      end()
    } else line += part
  }
  end()
  return `${lines.map((each, at) => (at > 0 && beginsPart(each, lines[at - 1]) ? `\n${each}` : each)).join('\n')}\n`
}

/** An empty line stands before what is exported and the comment on it. */
function beginsPart(line: string, before = ''): boolean {
  return line.startsWith('/**') || (line.startsWith('export ') && !before.startsWith('/**'))
}
