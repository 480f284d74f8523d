import { describe, expect, it } from 'vitest'
import { layoutOf, type Box } from '../../engine/playground/diagram/layout'
import { anyState, beginning, sentencesOf, stateDiagramOf, type StateDiagram } from '../../engine/playground/diagram/stateDiagram'
import { testProduct } from '../api/support/product'
import { standardRoles } from './roles'

const plan = testProduct()
const roles = standardRoles(plan)
const withStates = Object.values(plan.entities).filter(({ states }) => states !== undefined)

function diagramOf(name: string): StateDiagram {
  const entity = plan.entities[name]
  const diagram = entity && stateDiagramOf(entity, plan, roles)
  if (!diagram) throw new Error(`${name} has no states`)
  return diagram
}

function overlap(one: Box, other: Box): boolean {
  // Touching is no overlap, and a rounding is none either.
  const apart = (a: number, b: number, sizes: number): boolean => Math.abs(a - b) >= sizes / 2 - 0.5
  return !apart(one.x, other.x, one.width + other.width) && !apart(one.y, other.y, one.height + other.height)
}

describe('the diagram of an entity', () => {
  it.each(withStates.map((entity) => [entity.name, entity] as const))(
    '%s has each state as a node and each action as an arrow',
    (name, entity) => {
      const { nodes, edges } = diagramOf(name)
      const codes = nodes.map(({ code }) => code).filter((code) => code !== anyState && code !== beginning)
      expect(codes).toEqual(Object.keys(entity.states ?? {}))
      const drawn = new Set(edges.flatMap(({ actions }) => actions.map((action) => action.name)))
      expect(Object.keys(entity.actions).filter((action) => !drawn.has(action))).toEqual([])
      for (const { from, to, actions } of edges)
        for (const each of actions.filter((action) => action.name in entity.actions)) {
          const { from: starts = [], to: ends = [] } = entity.actions[each.name] ?? {}
          expect(starts.length === 0 ? from === anyState : starts.includes(from)).toBe(true)
          expect(ends.length === 0 ? from === to : ends.includes(to)).toBe(true)
        }
    },
  )

  it.each(withStates.map(({ name }) => name))('%s is laid out so that nothing lies on a state or on words', (name) => {
    const { nodes, edges, width, height } = layoutOf(diagramOf(name))
    const boxes = [...nodes, ...edges.map(({ label }) => label)]
    const overlapping = boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => overlap(one, other)))
    expect(overlapping).toEqual([])
    for (const { x, y, width: wide, height: high } of boxes) {
      expect(x - wide / 2).toBeGreaterThanOrEqual(0)
      expect(x + wide / 2).toBeLessThanOrEqual(width)
      expect(y - high / 2).toBeGreaterThanOrEqual(0)
      expect(y + high / 2).toBeLessThanOrEqual(height)
    }
    for (const { points } of edges) expect(points.length).toBeGreaterThan(1)
  })

  it('says who may', () => {
    const { edges } = diagramOf('stockIn')
    const confirm = edges.flatMap(({ actions }) => actions).find(({ name }) => name === 'confirm')
    expect(confirm?.who).toEqual(roles.filter(({ subMenus }) => hasRight(subMenus, 'stockin_confirm')).map(({ name }) => name))
    expect(confirm?.who.length).toBeGreaterThan(0)
  })

  it('says what is booked and which documents follow', () => {
    const told = withStates.flatMap(({ name, effects }) =>
      diagramOf(name).edges.flatMap(({ actions }) => actions.map((action) => ({ ...action, plan: effects[action.name] }))),
    )
    const booking = told.filter(({ plan: effect }) => effect?.moves.some(({ kind }) => kind === 'move'))
    expect(booking.length).toBeGreaterThan(10)
    for (const { effects } of booking) expect(effects.join()).toContain('记账：')
    const creating = told.flatMap(({ effects, plan: effect }) =>
      (effect?.follow ?? []).flatMap((step) => (step.kind === 'create' ? [[effects, plan.entities[step.entity]?.title] as const] : [])),
    )
    expect(creating.length).toBeGreaterThan(5)
    for (const [effects, title] of creating) expect(effects).toContain(`生成${title}`)
  })

  it('says the same in sentences, one for each way of each action', () => {
    for (const { name } of withStates) {
      const diagram = diagramOf(name)
      const sentences = sentencesOf(diagram)
      const ofActions = sentences.filter((sentence) => !sentence.endsWith('写入'))
      expect(ofActions.length).toBe(diagram.edges.reduce((count, { actions }) => count + actions.length, 0))
      expect(new Set(sentences).size).toBe(sentences.length)
      expect(sentences.join()).not.toMatch(/undefined|\{/)
    }
  })

  it('is not drawn of an entity without states', () => {
    const [entity] = Object.values(plan.entities).filter(({ states }) => states === undefined)
    expect(entity && stateDiagramOf(entity, plan, roles)).toBeUndefined()
  })
})

function hasRight(subMenus: (typeof roles)[number]['subMenus'], code: string): boolean {
  return subMenus.some(({ children = [] }) => children.some(({ menuName }) => menuName === code))
}
