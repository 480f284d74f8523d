import { describe, expect, it } from 'vitest'
import { decisionsOf, statesOfFourEyes } from './decisions'
import type { EntityActionPlan, EntityPlan, StatePlan } from './plan'

type Acting = Pick<EntityPlan, 'states' | 'actions' | 'daily' | 'effects'>

function entityOf(
  states: Record<string, Partial<StatePlan>>,
  actions: Record<string, Partial<EntityActionPlan>>,
  daily?: EntityPlan['daily'],
  effects: EntityPlan['effects'] = {},
): Acting {
  return {
    effects,
    states: Object.fromEntries(
      Object.entries(states).map(([code, state]) => [
        code,
        { code, title: code, color: 'default', initial: false, edit: false, delete: false, ...state },
      ]),
    ),
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, action]) => [
        name,
        { name, title: name, from: [], to: [], ask: [], set: {}, danger: false, keyed: false, ...action },
      ]),
    ),
    ...(daily ? { daily } : {}),
  }
}

function waiting(entity: Acting): Record<string, string[]> {
  return Object.fromEntries([...decisionsOf(entity)].map(([state, actions]) => [state, actions.map(({ name }) => name)]))
}

const by = { field: 'submittedById', title: 'submitter' }
const DRAFT = { initial: true, edit: true, delete: true, internal: true } as const
const states = { DRAFT, ASKED: {}, REFUSED: { edit: true }, GRANTED: {}, HELD: {}, OVER: { ended: true } } as const
const approval = {
  submit: { from: ['DRAFT', 'REFUSED'], to: ['ASKED'] },
  withdraw: { from: ['ASKED'], to: ['DRAFT'], onlyBy: by },
  approve: { from: ['ASKED'], to: ['GRANTED'], notBy: by },
  reject: { from: ['ASKED'], to: ['REFUSED'], notBy: by },
}

describe('what waits for a decision', () => {
  it('is what a second pair of eyes has to look at, and no draft, nor what came back to its author', () => {
    const entity = entityOf(states, approval)
    expect(waiting(entity)).toEqual({ ASKED: ['approve', 'reject'] })
    expect(statesOfFourEyes(entity)).toEqual(['ASKED'])
  })

  it('is a pending change too, whoever has asked for it', () => {
    expect(waiting(entityOf(states, { apply: { from: ['ASKED'], to: ['GRANTED'], onPending: 'apply' } }))).toEqual({ ASKED: ['apply'] })
  })

  it('is what people alone take on to its end', () => {
    const issue = { from: ['GRANTED'], to: ['OVER'] }
    expect(waiting(entityOf(states, { ...approval, issue }))).toMatchObject({ GRANTED: ['issue'] })
    expect(waiting(entityOf(states, { ...approval, issue: { ...issue, danger: true } }))).not.toHaveProperty('GRANTED')
  })

  it('is what people take on to a state that they can only end', () => {
    const steps = { sign: { from: ['GRANTED'], to: ['HELD'] }, cancel: { from: ['HELD'], to: ['OVER'], danger: true } }
    expect(waiting(entityOf(states, steps))).toEqual({ GRANTED: ['sign'] })
  })

  it.each([
    ['can only be held and released again', { hold: { from: ['GRANTED'], to: ['HELD'] }, release: { from: ['HELD'], to: ['GRANTED'] } }],
    [
      'is released, when holding it was a danger',
      {
        hold: { from: ['GRANTED'], to: ['HELD'], danger: true },
        release: { from: ['HELD'], to: ['GRANTED'] },
        end: { from: ['GRANTED'], to: ['OVER'], danger: true },
      },
    ],
    [
      'goes on by itself',
      { waive: { from: ['GRANTED'], to: ['OVER'] }, collected: { from: ['GRANTED'], to: ['HELD'], system: true as const } },
    ],
    [
      'would come to the same by itself',
      { expire: { from: ['GRANTED'], to: ['OVER'] }, lapse: { from: ['GRANTED'], to: ['OVER'], system: true as const } },
    ],
  ])('is nothing that %s', (_what, actions) => {
    expect(waiting(entityOf(states, actions))).toEqual({})
  })

  it('is what a step of the record would have done at once, and has not', () => {
    const { submit, withdraw, reject, approve } = approval
    const sign = { from: ['GRANTED'], to: ['OVER'] }
    const signedAtOnce = { ...sign, system: true as const }
    const actions = { submit, withdraw, reject, approve, sign, signedAtOnce }
    const performing = (on: string[]) => {
      const perform = { kind: 'perform' as const, action: 'signedAtOnce', on, once: false, form: {} }
      return { approve: { moves: [], follow: [perform], refresh: [] } }
    }
    expect(waiting(entityOf(states, actions, undefined, performing(['id'])))).toMatchObject({ GRANTED: ['sign'] })
    expect(waiting(entityOf(states, actions, undefined, performing(['parentId'])))).not.toHaveProperty('GRANTED')
    expect(waiting(entityOf(states, actions, { signedAtOnce: true }, performing(['id'])))).not.toHaveProperty('GRANTED')
  })

  it('is nothing that the calendar ends', () => {
    const steps = { close: { from: ['GRANTED'], to: ['OVER'] }, expire: { from: ['GRANTED'], to: ['HELD'] } }
    expect(waiting(entityOf(states, steps, { expire: true }))).toEqual({})
  })

  it('is what the calendar only changes where it stands', () => {
    const steps = { close: { from: ['GRANTED'], to: ['OVER'] }, unlock: { from: ['GRANTED'] } }
    expect(waiting(entityOf(states, steps, { unlock: true }))).toEqual({ GRANTED: ['close'] })
  })

  it('is no switch between two states, though one of them is where records begin', () => {
    const switched = entityOf(
      { ON: { initial: true, edit: true, delete: true }, OFF: { edit: true, delete: true } },
      { enable: { from: ['OFF'], to: ['ON'] }, disable: { from: ['ON'], to: ['OFF'] } },
    )
    expect(waiting(switched)).toEqual({})
  })

  it('is what is still open, though it may be edited', () => {
    const open = entityOf({ OPEN: { initial: true, edit: true }, DONE: { ended: true } }, { settle: { from: ['OPEN'], to: ['DONE'] } })
    expect(waiting(open)).toEqual({ OPEN: ['settle'] })
  })
})
