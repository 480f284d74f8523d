/** Conditions of formulas in words, with the values that they had: why a formula took the branch that it took. */
import type { Expression, ExpressionEnvironment } from '../../engine/core/expression'

export interface ConditionScope {
  /** What a field is called; undefined: it is none of the record. */
  titleOf: (name: string) => string | undefined
  valueOf: (name: string) => unknown
  environment: ExpressionEnvironment
}

const joints: Partial<Record<string, string>> = { and: '且', or: '或', in: '属于', '==': '=', '!=': '≠', '<=': '≤', '>=': '≥' }

export function conditionWords(condition: Expression, scope: ConditionScope): string {
  const write = (node: Expression, inner = true): string => {
    switch (node.kind) {
      case 'number':
      case 'text':
        return node.value
      case 'boolean':
        return shown(node.value)
      case 'null':
        return shown(null)
      case 'list':
        return node.items.map((item) => write(item)).join('、')
      case 'path': {
        const [name = ''] = node.names
        return `“${scope.titleOf(name) ?? node.names.join('.')}”${node.names.length === 1 ? shown(scope.valueOf(name)) : ''}`
      }
      case 'unary':
        return node.operator === 'not' ? `非（${write(node.operand, false)}）` : `−${write(node.operand)}`
      case 'binary': {
        const text = `${write(node.left)} ${joints[node.operator] ?? node.operator} ${write(node.right)}`
        return inner && (node.operator === 'and' || node.operator === 'or') ? `（${text}）` : text
      }
      case 'call': {
        if (node.name === 'today') return `今日 ${scope.environment.today}`
        // The first of several values speaks for all.
        if (node.name === 'coalesce' && node.arguments[0]) return write(node.arguments[0])
        return `${node.name}(${node.arguments.map((argument) => write(argument)).join(', ')})`
      }
      case 'conditional':
        return `${write(node.condition)} ? ${write(node.whenTrue)} : ${write(node.whenFalse)}`
    }
  }
  return write(condition, false)
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '空'
  if (typeof value === 'boolean') return value ? '是' : '否'
  return Array.isArray(value) ? value.map(shown).join('、') : String(value)
}
