import type { Field } from '../../spec/generated/entity'
import type { ResolvedEntity } from '../compile'
import { ExpressionError, expressionDependencies, parseExpression } from '../expression'
import type { Report } from './report'

/** A formula of the record, or of a column of a line table. */
interface Node {
  pointer: string
  formula: string
  lines?: { name: string; fields: Record<string, Field> }
}

/** Formulas that read each other in a circle have no value. Each circle is told once, at the formula in it that stands first. */
export function checkCircles(source: string, entity: ResolvedEntity, report: Report): void {
  const nodes = nodesOf(entity)
  const done = new Set<string>()
  const visit = (name: string, path: string[]): void => {
    if (path.includes(name)) {
      const circle = path.slice(path.indexOf(name))
      const first = [...nodes.keys()].find((each) => circle.includes(each)) ?? name
      report.add(source, nodes.get(first)?.pointer ?? '', 'check.circle', { circle: [...circle, name].join(' → ') })
      circle.forEach((each) => done.add(each))
    }
    const node = nodes.get(name)
    if (!node || done.has(name)) return
    for (const each of namesRead(node)) visit(each, [...path, name])
    done.add(name)
  }
  for (const name of nodes.keys()) visit(name, [])
}

function nodesOf(entity: ResolvedEntity): Map<string, Node> {
  const nodes = new Map<string, Node>()
  for (const [name, { value }] of Object.entries(entity.fields))
    if (value !== undefined) nodes.set(name, { pointer: `/fields/${name}/value`, formula: value })
  for (const [key, { fields }] of Object.entries(entity.lines ?? {})) {
    for (const [name, { value }] of Object.entries(fields))
      if (value !== undefined)
        nodes.set(`${key}.${name}`, { pointer: `/lines/${key}/fields/${name}/value`, formula: value, lines: { name: key, fields } })
  }
  return nodes
}

/** Names of formulas that this one may read: in a line those of the line before those of the record. */
function namesRead({ formula, lines }: Node): string[] {
  try {
    return expressionDependencies(parseExpression(formula)).map((path) => {
      const [root = ''] = path.split('.', 1)
      if (lines && Object.hasOwn(lines.fields, root)) return `${lines.name}.${root}`
      return path
    })
  } catch (error) {
    // Told at the formula itself.
    if (error instanceof ExpressionError) return []
    throw error
  }
}
