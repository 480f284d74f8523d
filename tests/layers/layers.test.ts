import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { layers, refusedImports, refusedTypeComparisons, refusedWords } from './layers'

const folders = Object.keys(layers)
const files = [
  ...new Set(folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))),
]

describe('the sources', () => {
  it.each(folders)('of %s import only what their layer may', (folder) => {
    const sources = files.filter((file) => file.startsWith(`${folder}/`) && /\.tsx?$/.test(file))
    expect(sources.flatMap((file) => refusedImports(file, readFileSync(file, 'utf8')))).toEqual([])
  })

  it('of the engine hold no word of the product and Chinese only in message catalogues', () => {
    const texts = files.filter((file) => /\.(tsx?|json|css)$/.test(file))
    expect(texts.flatMap((file) => refusedWords(file, readFileSync(file, 'utf8')))).toEqual([])
  })

  it('ask a field type instead of naming it', () => {
    const sources = files.filter((file) => /\.tsx?$/.test(file))
    expect(sources.flatMap((file) => refusedTypeComparisons(file, readFileSync(file, 'utf8')))).toEqual([])
  })

  it.each(folders)('of %s see in the compiler the layers that are listed here', (folder) => {
    const { references } = JSON.parse(readFileSync(`${folder}/tsconfig.json`, 'utf8')) as { references: { path: string }[] }
    expect(references.map(({ path }) => join(folder, path)).sort()).toEqual([...(layers[folder] ?? [])].sort())
  })

  it('are all compiled', () => {
    const { references } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as { references: { path: string }[] }
    expect(references.map(({ path }) => path).sort()).toEqual([...folders].sort())
  })
})

describe('refusedImports', () => {
  it.each([
    [
      'upwards',
      'engine/core/a.ts',
      `import { b } from '../client/b'`,
      'engine/core/a.ts imports engine/client/b; engine/core may import engine/spec only',
    ],
    ['sideways', 'src/app/a.tsx', `import type { B } from '../server/b'`, 'src/app/a.tsx imports src/server/b; src/app may import'],
    [
      'from the lowest layer',
      'engine/spec/a.ts',
      `export * from '../core/b'`,
      'engine/spec/a.ts imports engine/core/b; engine/spec may import no other layer',
    ],
    ['of a file of no layer', 'src/rules/a.ts', `import b from '../../schemas/b.json'`, 'src/rules may import engine/core only'],
    ['that are dynamic', 'engine/client/a.tsx', `const b = import('../server/b')`, 'engine/client/a.tsx imports engine/server/b'],
    [
      'of Node in pure logic',
      'engine/core/a.ts',
      `import { readFile } from 'node:fs'`,
      'engine/core/a.ts imports node:fs; engine/core must also run',
    ],
    ['of React in a rule', 'src/rules/a.ts', `import { useState } from 'react'`, 'src/rules/a.ts imports react'],
    ['of the database in a page', 'src/app/a.tsx', `import { Kysely } from 'kysely'`, 'src/app/a.tsx imports kysely'],
    [
      'of Formily components past their module',
      'engine/client/list/a.tsx',
      `export { Form } from '@formily/antd-v5'`,
      'only engine/client/form/model/formily.ts may',
    ],
  ])('refuses imports %s', (_name, file, source, sentence) => {
    expect(refusedImports(file, source)).toEqual([expect.stringContaining(sentence)])
  })

  it.each([
    ['engine/client/list/a.tsx', `import { b } from '../form/b'\nimport { c } from '../../core/c'\nimport { Table } from 'antd'`],
    ['engine/client/form/model/formily.ts', `import { FormItem } from '@formily/antd-v5'`],
    ['engine/core/a.test.ts', `import { readFileSync } from 'node:fs'\nimport { it } from 'vitest'`],
    ['src/server/a.ts', `import { refuse } from '../rules/refuse'\nimport { join } from 'node:path'`],
  ])('lets %s import what its layer may', (file, source) => {
    expect(refusedImports(file, source)).toEqual([])
  })

  it('refuses a folder that is no layer', () => {
    expect(refusedImports('src/extras/a.ts', '')).toEqual([expect.stringContaining('src/extras/a.ts lies in no layer')])
  })
})

describe('refusedWords', () => {
  it.each([
    ['a word of the product', 'engine/core/a.ts', `const a = 1\nconst loanId = 2`, 'engine/core/a.ts:2 says "loan"'],
    ['Chinese text in a component', 'engine/client/a.tsx', `<Button>查询</Button>`, 'engine/client/a.tsx:1 holds Chinese text'],
    ['a full-width mark', 'engine/client/a.tsx', 'title + `：`', 'engine/client/a.tsx:1 holds Chinese text'],
    [
      'a word of the product in a catalogue',
      'engine/client/messages.ts',
      `title: 'Warehouse'`,
      'engine/client/messages.ts:1 says "Warehouse"',
    ],
  ])('refuses %s', (_name, file, text, sentence) => {
    expect(refusedWords(file, text)).toEqual([expect.stringContaining(sentence)])
  })

  it.each([
    ['engine/client/messages.ts', `search: '查询'`],
    ['engine/server/testing/library.ts', `title: 'Lender'`],
    ['engine/core/a.test.ts', `expect(pinyin('放款')).toBe('fangkuan')`],
    ['src/app/Login.tsx', `<Button>登录</Button>`],
  ])('lets %s say it', (file, text) => {
    expect(refusedWords(file, text)).toEqual([])
  })
})

describe('refusedTypeQuestions', () => {
  it.each([
    ['a switch', 'engine/server/read/a.ts', `    case 'money':`],
    ['a comparison', 'src/app/a.tsx', `if (field.type === 'files') return`],
    ['a negative one', 'engine/client/form/a.ts', `fields.filter(({ type }) => type !== 'json')`],
  ])('refuses %s', (_name, file, source) => {
    expect(refusedTypeComparisons(file, `\n${source}`)).toEqual([expect.stringContaining(`${file}:2 asks for the type`)])
  })

  it.each([
    ['engine/core/fields/money.ts', `type === 'money'`],
    ['engine/core/a.test.ts', `type === 'money'`],
    ['engine/core/check/a.ts', `field.type === 'ref'`],
  ])('lets %s ask', (file, source) => {
    expect(refusedTypeComparisons(file, source)).toEqual([])
  })
})
