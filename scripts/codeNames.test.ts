import { expect, it } from 'vitest'
import { extensions } from '../src/app/widgets'
import { codeNames } from '../src/server/generated/codeNames'

it('the names that the check knows of the browser program are those of its registry', () => {
  const { cells, inputs, widgets, pages } = codeNames
  const registered = { cells: extensions.cells, inputs: extensions.inputs, widgets: extensions.widgets, pages: extensions.pages }
  const names = Object.entries(registered).map(([kind, parts]) => [kind, Object.keys(parts).sort()] as const)
  expect({ cells, inputs, widgets, pages }).toEqual(Object.fromEntries(names))
})
