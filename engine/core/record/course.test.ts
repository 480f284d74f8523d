import { describe, expect, it } from 'vitest'
import type { StatePlan } from '../plan'
import { courseSteps } from './course'

const states = Object.fromEntries(
  (['DRAFT', 'AUDITING', 'REJECTED', 'ACTIVE', 'PARTIAL', 'CLOSED', 'CANCELLED'] as const).map((code) => [
    code,
    {
      code,
      title: code,
      color: 'default',
      initial: code === 'DRAFT',
      edit: false,
      delete: false,
      ...(code === 'CLOSED' || code === 'CANCELLED' ? { ended: true as const } : {}),
    } satisfies StatePlan,
  ]),
)
const course = ['DRAFT', 'AUDITING', 'ACTIVE', 'CLOSED']
const entry = (to: string | undefined, day: number) => ({ to, operator: `op${day}`, at: `2026-11-0${day}T01:00:00.000Z` })
const stepsOf = (current: string, history?: Parameters<typeof courseSteps>[3]): string[] =>
  courseSteps(course, states, current, history).map(({ state, at, entry: by }) => [state.code, at, by?.operator].filter(Boolean).join(' '))

describe('the course of a record', () => {
  it('is behind it, where it is, and what is to come, with who brought it there last', () => {
    const history = [entry('DRAFT', 1), entry('AUDITING', 2), entry('DRAFT', 3), entry('AUDITING', 4)]
    expect(stepsOf('AUDITING', history)).toEqual(['DRAFT past op3', 'AUDITING now op4', 'ACTIVE ahead', 'CLOSED ahead'])
  })

  it('does not wait for the history, and what changes no state makes no step', () => {
    expect(stepsOf('ACTIVE')).toEqual(['DRAFT past', 'AUDITING past', 'ACTIVE now', 'CLOSED ahead'])
    expect(stepsOf('DRAFT', [entry('DRAFT', 1), entry(undefined, 2)])).toEqual([
      'DRAFT now op1',
      'AUDITING ahead',
      'ACTIVE ahead',
      'CLOSED ahead',
    ])
  })

  it('leaves out a step that the record did not take', () => {
    expect(stepsOf('ACTIVE', [entry('DRAFT', 1), entry('ACTIVE', 2)])).toEqual(['DRAFT past op1', 'ACTIVE now op2', 'CLOSED ahead'])
  })

  it('shows a state beside it where the record left it', () => {
    const history = [entry('DRAFT', 1), entry('AUDITING', 2), entry('REJECTED', 3)]
    expect(stepsOf('REJECTED', history)).toEqual([
      'DRAFT past op1',
      'AUDITING past op2',
      'REJECTED now op3',
      'ACTIVE ahead',
      'CLOSED ahead',
    ])
    expect(stepsOf('PARTIAL', [entry('DRAFT', 1), entry('AUDITING', 2), entry('ACTIVE', 3), entry('PARTIAL', 4)]).at(-2)).toBe(
      'PARTIAL now op4',
    )
  })

  it('has nothing to come for a record whose life is over', () => {
    expect(stepsOf('CANCELLED', [entry('DRAFT', 1), entry('CANCELLED', 2)])).toEqual(['DRAFT past op1', 'CANCELLED now op2'])
    expect(stepsOf('CLOSED').at(-1)).toBe('CLOSED now')
  })

  it('promises no state that nothing leads to yet', () => {
    const planned = { ...states, CLOSED: { ...states['CLOSED']!, planned: true as const } }
    expect(courseSteps(course, planned, 'ACTIVE').map(({ state }) => state.code)).toEqual(['DRAFT', 'AUDITING', 'ACTIVE'])
  })

  it('says nothing of a state that there is not', () => {
    expect(stepsOf('GONE')).toEqual([])
  })
})
