import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isInstalled, noteInstalled } from './installed.mjs'

let root = ''
const lock = (text: string): void => writeFileSync(join(root, 'package-lock.json'), text)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'installed-'))
  mkdirSync(join(root, 'node_modules'))
  lock('{ "packages": { "a": "1.0.0" } }')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('asks for an installation where nobody has noted one', async () => {
  expect(await isInstalled(root)).toBe(false)
})

it('asks for none after one was noted', async () => {
  await noteInstalled(root)
  expect(await isInstalled(root)).toBe(true)
})

it('asks again as soon as package-lock.json names other packages, and not when it names the first again', async () => {
  await noteInstalled(root)
  lock('{ "packages": { "a": "1.0.1" } }')
  expect(await isInstalled(root)).toBe(false)
  lock('{ "packages": { "a": "1.0.0" } }')
  expect(await isInstalled(root)).toBe(true)
})

it('asks again when the packages are gone', async () => {
  await noteInstalled(root)
  rmSync(join(root, 'node_modules'), { recursive: true })
  expect(await isInstalled(root)).toBe(false)
})

it('asks again where packages were made for another platform or another Node', async () => {
  await noteInstalled(root)
  const before = Object.getOwnPropertyDescriptor(process, 'arch')!
  try {
    Object.defineProperty(process, 'arch', { ...before, value: 'other' })
    expect(await isInstalled(root)).toBe(false)
  } finally {
    Object.defineProperty(process, 'arch', before)
  }
  expect(await isInstalled(root)).toBe(true)
})
