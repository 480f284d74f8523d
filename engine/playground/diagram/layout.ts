/** Where the states of a diagram and the words on its arrows stand: laid out in layers, so that nothing lies on anything else. */
import { Graph, layout } from '@dagrejs/dagre'
import type { StateAction, StateDiagram, StateEdge, StateNode } from './stateDiagram'

export interface Box {
  /** Of its middle. */
  x: number
  y: number
  width: number
  height: number
}

export interface DrawnNode extends Box {
  node: StateNode
}

export interface DrawnEdge {
  edge: StateEdge
  points: { x: number; y: number }[]
  label: Box
}

export interface DiagramLayout {
  width: number
  height: number
  nodes: DrawnNode[]
  edges: DrawnEdge[]
}

export const fontSize = 13
export const lineHeight = 18
const padding = 12
/** Behind an action that does more than change the state. */
const effectMark = ' •'

/** Chinese characters are as wide as they are high, others about half of that. */
export function textWidth(text: string): number {
  return [...text].reduce((width, character) => width + ((character.codePointAt(0) ?? 0) > 0x2e7f ? fontSize : fontSize * 0.58), 0)
}

export function layoutOf({ nodes, edges }: StateDiagram): DiagramLayout {
  const graph = new Graph({ directed: true, multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 48, edgesep: 24, ranksep: 44, marginx: 16, marginy: 16 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { code, title } of nodes) graph.setNode(code, { width: textWidth(title) + 2 * padding, height: lineHeight + padding })
  for (const { from, to, actions } of edges) {
    const width = Math.max(...actions.map((action) => textWidth(labelOf(action)))) + 8
    graph.setEdge(
      from,
      to,
      { width, height: actions.length * lineHeight, labelpos: 'c', labeloffset: 0, minlen: 1, weight: 1 },
      `${from} ${to}`,
    )
  }
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  return {
    width,
    height,
    nodes: nodes.map((node) => ({ node, ...boxOf(graph.node(node.code) as Partial<Box>) })),
    edges: edges.map((edge) => {
      const drawn = graph.edge(edge.from, edge.to, `${edge.from} ${edge.to}`) as Partial<Box> & { points?: DrawnEdge['points'] }
      const label = boxOf(drawn)
      return {
        edge,
        points: edge.from === edge.to ? back(boxOf(graph.node(edge.from) as Partial<Box>), label) : (drawn.points ?? []),
        label,
      }
    }),
  }
}

/** What leaves a record in its state stands beside it, and points at it. */
function back(node: Box, label: Box): DrawnEdge['points'] {
  return [
    { x: label.x - label.width / 2, y: label.y },
    { x: node.x + node.width / 2, y: node.y },
  ]
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box {
  return { x, y, width, height }
}

/** What stands on an arrow for an action. */
export function labelOf({ title, effects }: StateAction): string {
  return effects.length === 0 ? title : title + effectMark
}

/** A smooth way through the points of an edge. */
export function pathOf(points: DrawnEdge['points']): string {
  const [first, ...others] = points
  const last = others.at(-1)
  if (!first || !last) return ''
  const bends = others.slice(0, -1).map((point, at) => {
    const next = others[at + 1] ?? last
    const middle = at === others.length - 2 ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return `Q${round(point.x)} ${round(point.y)} ${round(middle.x)} ${round(middle.y)}`
  })
  return [`M${round(first.x)} ${round(first.y)}`, ...(bends.length > 0 ? bends : [`L${round(last.x)} ${round(last.y)}`])].join(' ')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
