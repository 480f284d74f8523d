import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readSources } from '../engine/core/check/sources'
import { loadSchemas } from '../engine/spec/load'
import { performedByCode } from './performedByCode'

const root = fileURLToPath(new URL('..', import.meta.url))
const schemas = loadSchemas(root)

it('what only the system performs, and no schema does, the server’s code does', () => {
  expect(readSources(schemas, { performedByCode: performedByCode(root) }).problems).toEqual([])
})

it('one that the code does not perform is told at its place', () => {
  const byCode = performedByCode(root)
  byCode.delete('exportTask.run')
  const { problems } = readSources(schemas, { performedByCode: byCode })
  expect(problems).toMatchObject([
    { file: 'schemas/entities/exDataExport/exportTask.entity.json', code: 'check.performed-by-nobody', line: expect.any(Number) as number },
  ])
})
