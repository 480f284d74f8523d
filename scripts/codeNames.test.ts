import { expect, it } from 'vitest'
import { extensions } from '../src/app/widgets'
import { codeNames } from './generated/codeNames'

it('the names that the check knows of the browser program are those of its registry', () => {
  for (const kind of ['cells', 'inputs', 'widgets', 'pages'] as const)
    expect(codeNames[kind], kind).toEqual(Object.keys(extensions[kind]).sort())
})
