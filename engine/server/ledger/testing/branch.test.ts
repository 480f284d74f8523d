import { expect, it } from 'vitest'
import { checkProduct } from '../../../core/check'
import { branchSources } from './branch'

it('what the branch says of ledgers and actions passes the schema check', () => {
  const found = checkProduct(branchSources)
  expect(found.filter(({ source, pointer }) => source.startsWith('ledgers/') || pointer.startsWith('/actions'))).toEqual([])
})
