import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('says where the schemas are wrong, and no stack', () => {
  const schemas = mkdtempSync(join(tmpdir(), 'schemas-'))
  try {
    cpSync('schemas', schemas, { recursive: true })
    writeFileSync(join(schemas, 'menus.json'), '{ "menus": [')
    const command = ['scripts/run.mjs', 'scripts/generate.ts', '--check']
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env: { ...process.env, SCHEMAS_DIR: schemas } })
    expect(status).toBe(1)
    expect(stderr).toMatch(/menus\.json:1:13 /)
    expect(stderr).not.toMatch(/^ +at |Node\.js v/m)
  } finally {
    rmSync(schemas, { recursive: true, force: true })
  }
})
