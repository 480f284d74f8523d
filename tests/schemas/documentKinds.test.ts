import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readProduct } from '../../src/server/product'
import { loadSchemas } from '../../engine/spec/load'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { entities, dictionaries } = readProduct(root)
const kinds = dictionaries['docType']!.items.map(({ code, title }) => [code, title])

it('calls each kind of a source document as its entity is called', () => {
  expect(kinds).toEqual(kinds.map(([name = '']) => [name, entities[name]?.title]))
})

it('knows each kind that a voucher, a flow of money or a fee comes from', () => {
  const texts = JSON.stringify(loadSchemas(root).files.map(({ json }) => json?.value))
  const named = [...texts.matchAll(/"docType":"'(\w+)'"/g)].map(([, name]) => name)
  expect(named).not.toHaveLength(0)
  expect(kinds.map(([name]) => name)).toEqual(expect.arrayContaining(named))
})
