import { expect, it } from 'vitest'
import { createStore } from '../client/memory/storage'
import { Drafts } from './drafts'

const path = 'schemas/menus.json'
const files = [{ path, text: 'runs' }]

function store() {
  window.sessionStorage.clear()
  return createStore(() => window.sessionStorage, 'test.')
}

it('keeps what differs from what runs, also for who begins anew', () => {
  const storage = store()
  new Drafts(storage, files).keep(path, 'typed')
  const again = new Drafts(storage, files)
  expect(again.text(path)).toBe('typed')
  expect(again.running(path)).toBe('runs')
  expect([...again.changed()]).toEqual([path])
})

it('forgets a draft that is as it runs', () => {
  const storage = store()
  const drafts = new Drafts(storage, files)
  drafts.keep(path, 'typed')
  drafts.keep(path, 'runs')
  expect([...drafts.changed()]).toEqual([])
  expect(storage.keys('draft.')).toEqual([])
})

it('does not count a draft that has been published since, nor one of a file that there is no more', () => {
  const storage = store()
  const drafts = new Drafts(storage, files)
  drafts.keep(path, 'typed')
  drafts.keep('schemas/gone.json', 'typed')
  expect([...new Drafts(storage, [{ path, text: 'typed' }]).changed()]).toEqual([])
  expect(drafts.text('schemas/gone.json')).toBe('')
})
