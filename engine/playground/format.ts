import { parseTree, type Node } from 'jsonc-parser'

const WIDTH = 140

/** Of the signs that take the room of two. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu

/**
 * A JSON text as `npm run format` writes it: what fits on a line stands on one, except for an object whose first key stands on a line of its
 * own, and lists of several objects or lists. Undefined for what is no JSON.
 */
export function formatJson(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  const root = parseTree(text)
  return root && `${written(root, text, 0, 0, 0)}\n`
}

/** @param column where it begins @param after what must stand behind it on its last line */
function written(node: Node, text: string, indent: number, column: number, after: number): string {
  const parts = partsOf(node)
  if (!parts) return text.slice(node.offset, node.offset + node.length)
  const [open, close] = node.type === 'object' ? ['{', '}'] : ['[', ']']
  if (parts.length === 0) return open + close
  if (!isBroken(node, text)) {
    const flat = flatOf(node, text)
    if (column + widthOf(flat) + after <= WIDTH) return flat
  }
  const inner = ' '.repeat(indent + 2)
  if (node.type === 'array' && parts.every(isNumber)) return `${open}\n${filled(parts, text, indent + 2)}\n${' '.repeat(indent)}${close}`
  const lines = parts.map((part, index) => {
    const more = index < parts.length - 1 ? ',' : ''
    const gap = index > 0 && hasGap(text, parts[index - 1], part) ? '\n' : ''
    return `${gap}${inner}${writtenPart(part, text, indent + 2, more.length)}${more}`
  })
  return `${open}\n${lines.join('\n')}\n${' '.repeat(indent)}${close}`
}

function writtenPart(part: Node, text: string, indent: number, after: number): string {
  const [key, value] = part.type === 'property' ? (part.children ?? []) : [undefined, part]
  if (!value) return ''
  const start = key ? `${text.slice(key.offset, key.offset + key.length)}: ` : ''
  return start + written(value, text, indent, indent + widthOf(start), after)
}

/** Numbers, as many on a line as there is room for. */
function filled(parts: readonly Node[], text: string, indent: number): string {
  const lines: string[] = []
  for (const [index, part] of parts.entries()) {
    const item = text.slice(part.offset, part.offset + part.length) + (index < parts.length - 1 ? ',' : '')
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + item.length <= WIDTH) lines[lines.length - 1] = `${last} ${item}`
    else lines.push(' '.repeat(indent) + item)
  }
  return lines.join('\n')
}

function flatOf(node: Node, text: string): string {
  const parts = partsOf(node)
  if (!parts) return text.slice(node.offset, node.offset + node.length)
  if (parts.length === 0) return node.type === 'object' ? '{}' : '[]'
  if (node.type === 'array') return `[${parts.map((part) => flatOf(part, text)).join(', ')}]`
  const entries = parts.map(({ children: [key, value] = [] }) => (key && value ? `${flatOf(key, text)}: ${flatOf(value, text)}` : ''))
  return `{ ${entries.join(', ')} }`
}

/** It cannot stand on one line, whatever its length: by itself, or for something inside. */
function isBroken(node: Node, text: string): boolean {
  const parts = partsOf(node)
  const [first] = parts ?? []
  if (!parts || !first) return false
  if (node.type === 'object' && text.slice(node.offset, first.offset).includes('\n')) return true
  if (node.type === 'array' && parts.length > 1 && parts.every((part) => part.type === first.type && (partsOf(part)?.length ?? 0) > 1))
    return true
  if (parts.some((part, index) => hasGap(text, parts[index - 1], part))) return true
  return parts.some((part) => isBroken(part.type === 'property' ? (part.children?.[1] ?? part) : part, text))
}

/** An empty line between two parts stays. */
function hasGap(text: string, before: Node | undefined, part: Node): boolean {
  return before !== undefined && /\n[ \t\r]*\n/.test(text.slice(before.offset + before.length, part.offset))
}

function partsOf(node: Node): readonly Node[] | undefined {
  return node.type === 'object' || node.type === 'array' ? (node.children ?? []) : undefined
}

function isNumber({ type }: Node): boolean {
  return type === 'number'
}

function widthOf(text: string): number {
  return text.length + (text.match(wide)?.length ?? 0)
}
