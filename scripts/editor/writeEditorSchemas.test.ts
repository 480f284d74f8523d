import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { editorFolder, writeEditorSchemas } from './writeEditorSchemas'

/** What is shipped, and what was written of it: written once, copied for each test. */
let written = ''
let root = ''
const long = new Date('2026-01-01')

beforeAll(() => {
  written = mkdtempSync(join(tmpdir(), 'editor-'))
  for (const path of ['schemas', 'engine/spec', 'src/app/shell/menuIcons.tsx']) {
    mkdirSync(dirname(join(written, path)), { recursive: true })
    cpSync(path, join(written, path), { recursive: true })
  }
  writeEditorSchemas(written)
})

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'editor-'))
  cpSync(written, root, { recursive: true })
})

afterEach(() => rmSync(root, { recursive: true, force: true }))
afterAll(() => rmSync(written, { recursive: true, force: true }))

it('every schema file finds the schema that it names', () => {
  const schemas = readdirSync(join(root, 'schemas'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'))
  expect(schemas.length).toBeGreaterThan(0)
  for (const path of schemas) {
    const file = join(root, 'schemas', path)
    const { $schema } = JSON.parse(readFileSync(file, 'utf8')) as { $schema: string }
    expect(statSync(join(dirname(file), $schema)).isFile()).toBe(true)
  }
})

it('writes what has changed and leaves the rest alone, which an editor would read anew', () => {
  const names = filesWritten()
  for (const name of names) utimesSync(join(root, editorFolder, name), long, long)
  const entity = join(root, 'schemas/entities/base/warehouse.entity.json')
  writeFileSync(
    entity,
    readFileSync(entity, 'utf8').replace('"fields": {', '"fields": { "dock": { "type": "text", "title": "月台", "maxLength": 9 },'),
  )
  writeEditorSchemas(root)
  const written = names.filter((name) => statSync(join(root, editorFolder, name)).mtime > long)
  expect(written).toContain('rows.warehouse.json')
  expect(written).not.toContain('rows.loan.json')
  expect(written.length).toBeLessThan(names.length / 2)
})

it('removes what is of a file that there is no more', () => {
  expect(filesWritten()).toContain('screen.base.warehouse.json')
  rmSync(join(root, 'schemas/screens/base/warehouse.screen.json'))
  writeEditorSchemas(root)
  expect(filesWritten()).not.toContain('screen.base.warehouse.json')
})

it('goes on with the other files while one is broken', () => {
  writeFileSync(join(root, 'schemas/entities/base/warehouse.entity.json'), '{ "title": ')
  expect(() => writeEditorSchemas(root)).not.toThrow()
  expect(filesWritten()).toContain('rows.loan.json')
})

it('writes what there is when the product itself is broken', () => {
  for (const name of ['product.json', 'menus.json', 'groups/approval.group.json']) writeFileSync(join(root, 'schemas', name), '[')
  expect(() => writeEditorSchemas(root)).not.toThrow()
})

function filesWritten(): string[] {
  return readdirSync(join(root, editorFolder)).filter((name) => name.endsWith('.json'))
}
