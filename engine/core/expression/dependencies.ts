import type { Expression } from './types'

/** The field paths that an expression reads (`goods.amount`), each once, in the order of the text. */
export function expressionDependencies(expression: Expression): string[] {
  return [...new Set(pathsIn(expression))]
}

function pathsIn(node: Expression): string[] {
  switch (node.kind) {
    case 'path':
      return [node.names.join('.')]
    case 'list':
      return node.items.flatMap(pathsIn)
    case 'call':
      return node.arguments.flatMap(pathsIn)
    case 'unary':
      return pathsIn(node.operand)
    case 'binary':
      return [node.left, node.right].flatMap(pathsIn)
    case 'conditional':
      return [node.condition, node.whenTrue, node.whenFalse].flatMap(pathsIn)
    case 'number':
    case 'text':
    case 'boolean':
    case 'null':
      return []
  }
}
