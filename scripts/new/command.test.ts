import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import type { Refusal } from '../../engine/core/refusal'
import { snapshotMatches } from '../../engine/server/database/migrations'
import { saidByCompiler } from '../../engine/server/testing/typeScript'
import { loadSchemas } from '../../engine/spec/load'
import { formatProblem } from '../../engine/spec/problem'
import { tablesOf } from '../../src/server/tables'
import { readFlags } from './flags'
import { newFieldType, newRule } from './newCode'
import { newSchemas } from './newSchemas'

const root = process.cwd()
const fields =
  'plateNo:text(10):车牌号!,carrierId:ref(enterprise):承运企业!,kind:select(warehouseType):车辆类型,loadTons:digit(2):载重,seats:digit:座位,inspectedOn:date:年检日期'
const vehicle = ['screen', 'base/vehicle', '--title', '车辆', '--fields', fields]
const entityFile = 'schemas/entities/base/vehicle.entity.json'
const screenFile = 'schemas/screens/base/vehicle.screen.json'

/** As much of a repository as the command reads and writes. It lies in `dist`, where its modules find their packages. */
let copy = ''
let shipped = new Map<string, string>()

beforeAll(() => {
  mkdirSync(join(root, 'dist'), { recursive: true })
  copy = mkdtempSync(join(root, 'dist/new-'))
  for (const name of ['schemas', 'src']) cpSync(join(root, name), join(copy, name), { recursive: true })
  for (const name of ['engine', 'tsconfig.base.json']) symlinkSync(join(root, name), join(copy, name))
  shipped = everyFile()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** All that the command may write. */
function everyFile(): Map<string, string> {
  const folders = ['schemas', 'src/rules', 'src/server/rules', 'src/server/generated', 'src/server/migrations', 'src/app/widgets']
  const paths = folders.flatMap((folder) =>
    readdirSync(join(copy, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  return new Map(paths.filter((path) => statSync(join(copy, path)).isFile()).map((path) => [path, read(path)]))
}

/** Paths of the files that are others than those that were there, or new. */
function changed(): string[] {
  return [...everyFile()].flatMap(([path, text]) => (shipped.get(path) === text ? [] : [path])).sort()
}

const place = () => ({ root: copy, schemas: 'schemas' })
const run = (args: string[]) => newSchemas(readFlags(args), place())
const read = (path: string): string => readFileSync(join(copy, path), 'utf8')

function edit(path: string, from: string, to: string): void {
  const text = read(path)
  expect(text).toContain(from)
  writeFileSync(join(copy, path), text.replace(from, to))
}

/** The product as it stands now, which is sound. */
function compiled() {
  const { sources, problems } = readSources(loadSchemas(copy))
  expect(problems.map(formatProblem)).toEqual([])
  return compileProduct(sources!)
}

describe.sequential('a screen', () => {
  it.each([
    ['what the check refuses', ['--scope', 'enterprise=plateNo'], /vehicle\.entity\.json:7:\d+ {2}“plateNo”不是指向 enterprise 的引用/],
    ['a migration without a name', ['--migration', 'a b'], /a b\.sql/],
  ])('is not written for %s', async (_name, more, sentence) => {
    await expect(run([...vehicle, ...more])).rejects.toThrow(sentence)
    expect(changed()).toEqual([])
  })

  it('is written with all that it needs, sound and at most 40 lines', async () => {
    const said = await run(vehicle)
    expect(said.at(-1)).toBe('列表：http://127.0.0.1:5173/vehicle')
    const plan = compiled()
    expect(Object.keys(plan.screens['base/vehicle']?.pages ?? {})).toEqual(['list', 'detail', 'edit'])
    expect(read(screenFile).trimEnd().split('\n').length).toBeLessThanOrEqual(40)
    expect(await snapshotMatches(join(copy, 'src/server/migrations'), tablesOf(plan))).toBe(true)
    expect(read('src/server/generated/vehicle.ts')).toContain('loadTons: Decimal | null')
    expect(plan.menus.filter(({ menuName }) => menuName === 'base_vehicle').map(({ router, hidden }) => [router, hidden])).toEqual([
      ['/vehicle', undefined],
      ['/vehicle/detail', true],
    ])
  })

  it('adds lines to menus and roles, and leaves every other one where it was', () => {
    for (const path of ['schemas/menus.json', 'schemas/roles.json']) {
      const before = (shipped.get(path) ?? '').split('\n')
      let at = 0
      for (const line of read(path).split('\n')) if (line === before[at]) at += 1
      expect(at).toBe(before.length)
    }
  })

  const more = ['screen', 'base/vehicle', '--fields', fields.replace('loadTons', 'axles:digit:轴数,loadTons')]

  it('that is there is compared in words, and nothing is written', async () => {
    edit(entityFile, '"title": "载重"', '"title": "载重（吨）"')
    edit(screenFile, ', "seats"', '')
    edit(screenFile, '{ "field": "plateNo", "link": "detail" }', '{ "field": "plateNo", "width": 130, "link": "detail" }')
    edit('schemas/roles.json', '        "base_vehicle": ["view", "export"],\n', '')
    shipped = everyFile()
    expect(await run(more)).toEqual([
      '字段：+ 轴数（axles），在 车辆类型 之后',
      '不改：loadTons 的 title 仍为 "载重（吨）"，这次写的是 "载重"',
      'list 的列：+ 轴数，在 车辆类型 之后',
      'detail 的“车辆”：+ 轴数，在 车辆类型 之后',
      '以上都没有写；加 --apply 补上缺少的部分，已有的不变',
    ])
    expect(changed()).toEqual([])
  })

  it('that is there gets what it lacks by --apply, and keeps what was edited by hand', async () => {
    edit(entityFile, '"unique": [["plateNo"]]', '"unique": [\n      ["plateNo"]]')
    await run([...more, '--apply'])
    compiled()
    expect(changed().filter((path) => path.startsWith('schemas/'))).toEqual([entityFile, screenFile])
    expect(read(entityFile)).toContain('"title": "载重（吨）"')
    // Nobody has formatted it, and nobody does now.
    expect(read(entityFile)).toContain('"unique": [\n      ["plateNo"]]')
    expect(JSON.parse(read(screenFile))).toMatchObject({
      pages: {
        list: {
          columns: [{ field: 'plateNo', width: 130, link: 'detail' }, 'carrierName', 'status', 'kind', 'axles', 'loadTons', 'inspectedOn'],
        },
      },
    })
    shipped = everyFile()
    expect((await run([...more, '--apply'])).at(-1)).toBe('没有缺少的部分，什么都没有写')
    expect(changed()).toEqual([])
  })

  it('gets rights back that were taken from a role only when they are asked for', async () => {
    expect(await run(['screen', 'base/vehicle', '--roles', 'AD=view,OP=view', '--apply'])).toContain('权限：+ 系统管理员（AD）view')
  })
})

describe.sequential('new code', () => {
  const follow = () => Promise.resolve()
  const fieldType = (name: string, then = follow) => newFieldType(readFlags(['field-type', name]), place(), undefined, then)

  it.each([['money'], ['progress'], ['Plate'], ['class']])('a field type %s is refused, and nothing is written', async (name) => {
    shipped = everyFile()
    await expect(fieldType(name)).rejects.toThrow(`“${name}”`)
    expect(changed()).toEqual([])
  })

  it('is taken back when what follows from it fails', async () => {
    await expect(fieldType('plateTag', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(changed()).toEqual([])
  })

  it('compiles beside what it is registered in, and judges both sides of its border', async () => {
    const flags = ['rule', 'refuseHeavyVehicle', '--entity', 'vehicle', '--on', 'disable', '--field', 'loadTons', '--most', '20.5']
    await newRule(readFlags(flags), place(), undefined, follow)
    for (const name of ['plateTag', 'colourDot']) await fieldType(name)
    await expect(fieldType('plateTag')).rejects.toThrow('src/app/widgets/plateTag/plateTag.tsx:1:1  文件已有')
    expect(read('src/app/widgets/index.ts')).toContain('  cells: {\n    colourDot: colourDotCell,\n    plateTag: plateTagCell,\n  },')
    expect(read('src/server/rules/index.ts')).toContain('    disableVehicle,\n    disableWarehouse')
    expect(JSON.parse(read(entityFile))).toMatchObject({ actions: { disable: { rule: 'disableVehicle' } } })
    expect(compile()).toBe('')

    type Rule = (values: Record<string, unknown>) => Refusal | undefined
    const module = (await import(join(copy, 'src/rules/refuseHeavyVehicle.ts'))) as { refuseHeavyVehicle: Rule }
    expect(module.refuseHeavyVehicle({ loadTons: '20.50' })).toBeUndefined()
    expect(module.refuseHeavyVehicle({ loadTons: '20.51' })?.code).toBe('vehicle.heavy-vehicle')
  })
})

/** What the compiler says of the new modules and of those that name them, on the server and in the browser. */
function compile(): string {
  const server = { lib: ['es2023'], types: ['node'], include: ['src/rules/refuse*.ts', 'src/server/rules/index.ts'] }
  const widgets = ['index.ts', 'plateTag/*.tsx', 'colourDot/*.tsx'].map((each) => `src/app/widgets/${each}`)
  const browser = { lib: ['es2023', 'dom', 'dom.iterable'], types: ['vite/client'], include: ['src/app/virtual.d.ts', ...widgets] }
  const said = [server, browser].map(({ lib, types, include }) => {
    const compilerOptions = { noEmit: true, emitDeclarationOnly: false, composite: false, declarationMap: false, lib, types }
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ extends: './tsconfig.base.json', compilerOptions, include }))
    return saidByCompiler(copy)
  })
  return said.join('')
}

describe('npm run new', () => {
  let schemas = ''
  beforeAll(() => {
    schemas = mkdtempSync(join(tmpdir(), 'schemas-'))
    cpSync('schemas', schemas, { recursive: true })
  })
  afterAll(() => rmSync(schemas, { recursive: true, force: true }))
  const command = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/new.ts', ...args], {
      encoding: 'utf8',
      env: { ...process.env, SCHEMAS_DIR: schemas },
    })

  it('writes into the schemas of SCHEMAS_DIR and nowhere else', () => {
    const { status, stdout, stderr } = command(...vehicle)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('http://127.0.0.1:5173/vehicle')
    expect(readSources(loadSchemas(root, schemas)).problems).toEqual([])
    expect(existsSync(join(root, screenFile))).toBe(false)
  })

  it('ends with 1 and a line for what is wrong, and asks nobody where there is no terminal', () => {
    expect(command('entity', 'base/lorry')).toMatchObject({ status: 1, stdout: '', stderr: '--fields:1:1  新实体没有字段\n' })
    expect(command('--help').stdout).toContain('npm run new -- field-type')
    expect(command('rule', '--help').stdout).not.toContain('--fields')
  })
})
