import { describe, expect, it } from 'vitest'
import { linkedMode } from './linkedMode'
import { detailPage, editPage, screenPlan } from './testing/plans'

const screen = screenPlan()
const page = editPage
const environment = () => ({ today: '2026-11-20', now: '' })
const editor = { can: () => true, environment }

describe('a link to a page for editing', () => {
  it('opens it so for who may edit, in a state in which that is possible', () => {
    expect(linkedMode(screen, page, { id: '1', status: 'DRAFT' }, editor)).toBe('edit')
  })

  it('opens it to be read in another state, and for who may not edit', () => {
    expect(linkedMode(screen, page, { id: '1', status: 'AUDITING' }, editor)).toBe('view')
    const reader = { can: (permission: string) => permission !== screen.actions['edit']?.permission, environment }
    expect(linkedMode(screen, page, { id: '1', status: 'DRAFT' }, reader)).toBe('view')
  })

  it('opens every other page to be read', () => {
    expect(linkedMode(screen, detailPage, { id: '1', status: 'DRAFT' }, editor)).toBe('view')
    expect(linkedMode(screen, undefined, { id: '1' }, editor)).toBe('view')
  })
})
