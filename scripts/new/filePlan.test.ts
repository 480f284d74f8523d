import { format, resolveConfig } from 'prettier'
import { describe, expect, it } from 'vitest'
import { readFieldKeywords } from './fieldKeywords'
import { planFiles } from './filePlan'
import { readFlags } from './flags'
import { ruleFiles, type RuleWish } from './ruleFiles'
import { readWish, type Ask } from './wishes'
import { readPresent } from './workspace'

const present = readPresent({ root: process.cwd(), schemas: 'schemas' })
const types = readFieldKeywords(process.cwd())
const fields =
  'plateNo:text(10):车牌号!,carrierId:ref(enterprise):承运企业!,kind:select(warehouseType):车辆类型,loadTons:digit(2):载重,seats:digit:座位,inspectedOn:date:年检日期'

async function planned(args: string[], ask?: Ask) {
  const plan = planFiles(await readWish(readFlags(args), present, types, ask), present)
  const fileOf = (path: string): Record<string, never> => JSON.parse(plan.files.get(path) ?? 'null') as Record<string, never>
  return { plan, entity: fileOf('entities/base/vehicle.entity.json'), screen: fileOf('screens/base/vehicle.screen.json'), fileOf }
}
const vehicle = (...more: string[]) => ['screen', 'base/vehicle', '--title', '车辆', '--fields', fields, ...more]

describe('the files of a new screen', () => {
  it('say what follows from the fields', async () => {
    const { entity, screen } = await planned(vehicle())
    expect(entity).toMatchObject({
      label: 'plateNo',
      include: ['enabling'],
      scope: { department: 'any', fundingParty: 'none', enterprise: ['carrierId'], owner: 'any' },
      summary: { about: 'carrierId', figures: ['loadTons', 'seats'], date: 'inspectedOn' },
      unique: [['plateNo']],
    })
    expect(screen).toMatchObject({
      endpoints: { base: '/api/base/vehicle' },
      pages: {
        list: {
          search: ['plateNo', 'carrierId', 'kind', { field: 'inspectedOn', as: 'range' }, 'status'],
          columns: [{ field: 'plateNo', link: 'detail' }, 'carrierName', 'status', 'kind', 'loadTons', 'seats', 'inspectedOn'],
          toolbar: ['add', 'import', 'export'],
          rowActions: ['edit', 'enable', 'disable', 'delete'],
        },
        edit: { as: 'dialog', like: 'detail' },
      },
    })
  })

  it('have 40 lines at most with three dozen fields, and a form of that length has a page', async () => {
    const many = ['text', 'digit(2)', 'date', 'textarea', 'switch', 'select(warehouseType)'].flatMap((type, sort) =>
      [1, 2, 3, 4, 5, 6].map((number) => `longFieldName${'ABCDEF'[sort]}${number}:${type}:字段${sort}${number}`),
    )
    const { plan } = await planned(['screen', 'base/vehicle', '--title', '车辆', '--fields', many.join(',')])
    const text = await format(plan.files.get('screens/base/vehicle.screen.json') ?? '', {
      ...(await resolveConfig('any.json')),
      parser: 'json',
    })
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
    for (let sort = 0; sort < many.length; sort += 1) expect(text).toContain(`"${many[sort]?.split(':', 1)[0]}"`)
    expect(plan.words.filter((word) => word.startsWith('菜单'))).toEqual([
      '菜单：+ 车辆 /vehicle',
      '菜单：+ 车辆详情 /vehicle/detail（不在侧栏）',
      '菜单：+ 车辆新增/编辑 /vehicle/edit（不在侧栏）',
    ])
  })

  it('say what flags say in place of what is usual', async () => {
    const flags = ['--scope', 'enterprise=none,owner=createdById', '--include', 'none', '--roles', 'CU=view+add', '--label', 'kind']
    const { plan, fileOf } = await planned(vehicle(...flags, '--unique', 'none', '--entity', 'lorry'))
    const entity = fileOf('entities/base/lorry.entity.json')
    expect(entity['scope']).toEqual({ department: 'any', fundingParty: 'none', enterprise: 'none', owner: ['createdById'] })
    expect([entity['include'], entity['summary'], entity['unique'], entity['label']]).toEqual([undefined, undefined, undefined, 'kind'])
    expect(plan.words.filter((word) => word.startsWith('权限'))).toEqual(['权限：+ 关务专员（CU）view、add'])
  })

  it('give whoever works on the group all rights, whoever reads it theirs, and partners none', async () => {
    const { fileOf } = await planned(vehicle())
    const { roles } = fileOf('roles.json') as unknown as { roles: Record<string, { menus: Record<string, string[]> }> }
    expect(roles['OP']?.menus['base_vehicle']).toEqual(['view', 'add', 'import', 'export', 'edit', 'enable', 'disable', 'delete'])
    expect(roles['AU']?.menus['base_vehicle']).toEqual(['view', 'export'])
    expect(roles['LG']?.menus['base_vehicle']).toBeUndefined()
  })

  it('are asked for, field by field, where somebody answers; a wrong answer is asked again', async () => {
    const answers = ['base/vehicle', '车辆', 'plateNo:text:车牌号!', 'kind:what:类型', 'kind:select(warehouseType):类型', '', '', '', '']
    const questions: string[] = []
    const { entity } = await planned(['screen'], (question, usual) => {
      questions.push(question)
      return Promise.resolve(answers.shift() || (usual ?? ''))
    })
    expect(Object.keys(entity['fields'] ?? {})).toEqual(['plateNo', 'kind'])
    const [, , ...asked] = questions.map((question) => question.split('  ', 1)[0])
    expect(asked.slice(1, 4)).toEqual(['下一个字段（空：结束）', '--fields:1:24', '下一个字段（空：结束）'])
    expect(answers).toEqual([])
  })

  it('leave an entity alone that is there, and show its fields', async () => {
    const { plan, fileOf } = await planned(['screen', 'base/storage', '--entity', 'warehouse', '--title', '库房'])
    expect([...plan.files.keys()].sort()).toEqual(['menus.json', 'roles.json', 'screens/base/storage.screen.json'])
    expect(fileOf('screens/base/storage.screen.json')).toMatchObject({ title: '库房', entity: 'warehouse' })
    expect(plan.words.filter((word) => word.startsWith('不改'))).toEqual([])
  })
})

describe('what cannot be done', () => {
  const plain = ['--title', '车辆', '--fields', 'plateNo:text:车牌号!']
  const screen = (...more: string[]) => ['screen', 'base/vehicle', ...more]
  it.each([
    ['a name that is an entity of another folder', ['entity', 'loans/currency', ...plain], '实体“currency”已有：entities/base/currency'],
    ['a name of a table of the program', ['entity', 'base/loginTicket', ...plain], '“loginTicket”是保留名'],
    ['a name that every object has', ['entity', 'base/constructor', ...plain], '“constructor”是保留名'],
    ['a name that is none', ['screen', 'base/1vehicle', ...plain], 'base/1vehicle:1:1  “base/1vehicle”不是模式文件的路径  可用：'],
    ['an entity that is none', screen('--entity', 'Vehicle', ...plain), '--entity:1:1  “Vehicle”不能作实体名'],
    ['a menu with digits', ['screen', 'base/vehicle2', ...plain], '只用字母'],
    ['a path outside of the schemas', ['screen', '../vehicle', ...plain], '“../vehicle”不是模式文件的路径'],
    ['a deeper path', ['screen', 'base/../vehicle', ...plain], '不是模式文件的路径'],
    ['two groups', screen('--group', 'loans', ...plain), '--group loans 与路径 base/vehicle 不符'],
    ['a group of no menu', ['screen', 'nowhere/vehicle', ...plain], '没有菜单分支属于权限组“nowhere”  可用：base, '],
    ['an address of another screen', ['screen', 'loans/enterprise', ...plain], '地址“/enterprise”已属于 base/enterprise'],
    ['an address of the menu', ['screen', 'base/thirdstock', ...plain], '地址“/thirdstock”已在菜单中：第三方库存'],
    ['an address of the program', ['screen', 'base/login', ...plain], '地址“/login”由程序使用'],
    ['a menu of another entity', ['screen', 'base/warehouse', '--entity', 'currency'], '显示的是实体“warehouse”'],
    ['no fields', screen('--title', '车辆'), '--fields:1:1  新实体没有字段'],
    ['no title', screen('--fields', 'a:text:甲'), '--title:1:1  新实体“vehicle”没有标题'],
    ['no name of a row', screen('--title', '车辆', '--fields', 'a:date:甲'), '--label:1:1  没有可作名称的文本字段'],
    ['a name of a row that is no field', screen(...plain, '--label', 'plate'), '--label:1:1  没有名为“plate”的字段'],
    ['an unknown type', screen('--title', '车辆', '--fields', 'a:txt:甲'), '--fields:1:3  没有名为“txt”的类型'],
    ['a field twice', screen('--title', '车辆', '--fields', 'a:text:甲,a:text:乙'), '--fields:1:10  字段“a”写了两次'],
    [
      'a dictionary that does not exist',
      screen('--title', '车辆', '--fields', 'a:text:甲,b:select(warehouseTyp):乙'),
      '--fields:1:19  没有名为“warehouseTyp”的 dictionary  是否想写“warehouseType”？',
    ],
    ['a role that does not exist', screen(...plain, '--roles', 'OP=*,XX=view'), '--roles:1:6  没有名为“XX”的角色  可用：AD'],
    ['a right that no button has', screen(...plain, '--roles', 'OP=vew'), '没有名为“vew”的权限'],
    ['a dimension that does not exist', screen(...plain, '--scope', 'region=any'), '--scope:1:1  没有名为“region”的维度'],
    ['a dimension of nobody', screen(...plain, '--scope', 'owner'), '“owner”没有写明归属'],
    ['a group that does not exist', screen(...plain, '--include', 'enabeling'), '是否想写“enabling”？'],
  ])('%s is refused with its place', async (_name, args, sentence) => {
    await expect(planned(args)).rejects.toThrow(sentence)
  })
})

describe('the files of a rule', () => {
  const read = (path: string): string => (path.endsWith('refusals.ts') ? '\n} satisfies RefusalCatalogue' : registry)
  const registry =
    "Extensions['save'] {\n  return {\n    saveA,\n    saveZ,\n  }\n}\nconst files = invoiceFiles(store)\n  return {\n    a,\n  }\n"
  const rule = (more: Partial<RuleWish> = {}) =>
    ruleFiles({ name: 'refuseManyDays', entity: 'warehouse', on: 'save', field: 'freeDays', most: '30', ...more }, present, read)

  it('compare a count as a number, an amount as a decimal, on both sides of the border', () => {
    const whole = rule().code.added
    expect(whole.get('src/rules/refuseManyDays.ts')).toContain('freeDays > most')
    expect(whole.get('src/rules/refuseManyDays.test.ts')).toContain('{ freeDays: 31 }')
    const exact = rule({ field: 'storageFeeRate', most: '2.5' }).code.added
    expect(exact.get('src/rules/refuseManyDays.ts')).toContain('compareDecimals(storageFeeRate, most) > 0')
    expect(exact.get('src/rules/refuseManyDays.test.ts')).toContain("{ storageFeeRate: '2.5001' }")
  })

  it('are named by the entity and registered in order', () => {
    const { code, schemas, registered } = rule()
    expect(registered).toEqual({ kind: 'save', name: 'saveWarehouse' })
    expect(JSON.parse(schemas.get('entities/base/warehouse.entity.json') ?? '')).toMatchObject({ rules: { save: 'saveWarehouse' } })
    expect(code.grown.get('src/server/rules/index.ts')).toContain('    saveA,\n    saveWarehouse,\n    saveZ,\n')
    expect(code.grown.get('src/rules/refusals.ts')).toMatch(
      /^ {2}'warehouse.many-days': \{ number: \d+, text: '免仓期 \{freeDays\} 超过 \{limit\}' \},$/m,
    )
  })

  it.each<[string, Partial<RuleWish>, string]>([
    ['an entity that does not exist', { entity: 'warehous' }, '是否想写“warehouse”？'],
    ['an action that does not exist', { on: 'disabel' }, '--on:1:1  没有名为“disabel”的动作  可用：save, enable'],
    ['an action that has a rule', { on: 'disable' }, '已有规则“disableWarehouse”'],
    ['a field that is no number', { field: 'country' }, '没有名为“country”的数字字段  可用：area, capacity'],
    ['an entity without numbers', { entity: 'clientRelation', on: 'disable', field: 'status' }, '可用：shareRatio'],
    ['an amount finer than the field', { most: '1.5' }, '“1.5”不是最多 0 位小数'],
    ['a name that is none', { name: 'refuse-it' }, '“refuse-it”不能作规则的名称'],
    ['a word of the language', { name: 'delete' }, '“delete”已被使用'],
  ])('are refused for %s', (_name, more, sentence) => {
    expect(() => rule(more)).toThrow(sentence)
  })
})
