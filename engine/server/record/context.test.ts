import { describe, expect, it } from 'vitest'
import type { Services } from '../services'
import { writingOf } from './context'
import { deskExtensions, deskPlan } from '../write/testing/desk'

const items = (...codes: string[]) => codes.map((code) => ({ code, title: code }))

/** What is accepted of a list that ships A, B and C, from which an admin has taken C and to which he has added D. */
function codes(closed?: true): string[] {
  const shipped = { name: 'kind', title: 'Kind', items: items('A', 'B', 'C'), ...(closed ? { closed } : {}) }
  const live = { name: 'kind', title: 'Kind', items: items('A', 'B', 'D') }
  const services: Pick<Services, 'plan' | 'extensions' | 'dictionaries'> = {
    plan: { ...deskPlan, dictionaries: { kind: shipped } },
    extensions: deskExtensions,
    dictionaries: () => ({ kind: live }),
  }
  const { checks } = writingOf({ database: {}, ...services } as Services)
  return ['A', 'B', 'C', 'D'].filter((code) => checks.hasCode('kind', code))
}

describe('the codes of a dictionary', () => {
  it('are those that stand in the lists now', () => {
    expect(codes()).toEqual(['A', 'B', 'D'])
  })

  it('are of a closed one none that the program does not know', () => {
    expect(codes(true)).toEqual(['A', 'B'])
  })
})
