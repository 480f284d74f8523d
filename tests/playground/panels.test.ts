import { expect, it } from 'vitest'
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import { formsOf } from '../../engine/playground/panels/formilySchema'
import { operationsOf, screenAt, trialsOf } from '../../engine/playground/panels/operations'
import { treeOf } from '../../engine/playground/tree/treeModel'
import { loadSchemas } from '../../engine/spec/load'

const loaded = loadSchemas(process.cwd())
const plan = compileProduct(readSources(loaded).sources!)
const loans = screenAt('schemas/screens/loans/loansmgr.screen.json', plan)!

it('finds the screen that a file is about', () => {
  expect(loans.id).toBe('loans/loansmgr')
  expect(screenAt('schemas/menus.json', plan)).toBeUndefined()
})

it('shows the endpoints of a screen, each once, with its right', () => {
  const operations = operationsOf(loans)
  const named = operations.map(({ method, url }) => `${method} ${url}`)
  expect(new Set(named).size).toBe(named.length)
  expect(operations).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ method: 'GET', url: '/api/finance/loan/list', permission: 'loans_loansmgr' }),
      expect.objectContaining({ method: 'POST', url: '/api/finance/loan', permission: 'loansmgr_add' }),
      expect.objectContaining({ method: 'POST', url: '/api/finance/loan/approve/{id}', permission: 'loansmgr_approve' }),
    ]),
  )
})

it('tries nothing that is not tried by the server', () => {
  for (const { url, method } of Object.values(plan.screens).flatMap(trialsOf)) {
    expect(method).toBe('POST')
    expect(url).toMatch(/\/try(\/|$)/)
  }
})

it('says the form of every screen as a schema of Formily, with each of its fields', () => {
  let fields = 0
  for (const screen of Object.values(plan.screens)) {
    for (const [name, form] of Object.entries(formsOf(screen, plan))) {
      const page = screen.pages[name]
      const items = page?.kind === 'record' ? page.sections.flatMap((section) => section.items) : []
      const written = JSON.stringify(form)
      for (const { field } of items) expect(written).toContain(`"${field.name}":`)
      fields += items.length
    }
  }
  expect(fields).toBeGreaterThan(500)
})

it('has every file in the tree, once', () => {
  const files = loaded.files.map(({ path }) => ({ path, text: '' }))
  const shown = treeOf(files, plan).flatMap(({ items }) => items.map(({ path }) => path))
  expect(shown.toSorted()).toEqual(files.map(({ path }) => path).toSorted())
})
