import { parseArgs } from 'node:util'
import { notDone } from './refusal'

/** What a flag is for; a flag without a `value` is there or not. */
export interface FlagManual {
  value?: string
  says: string
}

export interface Flags {
  kind?: string
  path?: string
  values: Record<string, string>
  /** Those without a value. */
  set: Set<string>
}

const entity: Record<string, FlagManual> = {
  title: { value: '车辆', says: '标题' },
  fields: { value: '"plateNo:text(10):车牌号!,kind:select(vehicleKind):类型"', says: '字段：名称:类型(选项):标题，必填的以 ! 结尾' },
  label: { value: 'plateNo', says: '一行的名称；默认为单号，或第一个必填文本' },
  include: { value: 'enabling,remark', says: '包含的组；默认 enabling（启用、停用），none 为没有' },
  scope: { value: '"department=any,enterprise=carrierId"', says: '每个维度的归属字段、any 或 none；或 global、own。默认由引用推出' },
  unique: { value: 'plateNo', says: '唯一的字段；默认为必填的 …No、…Code，none 为没有' },
  migration: { value: 'vehicles', says: '迁移文件的名称；默认为实体名' },
  apply: { says: '已有的实体或菜单：补上缺少的部分；不写只说明' },
}

const screen: Record<string, FlagManual> = {
  ...entity,
  group: { value: 'base', says: '权限组；也可写在路径中' },
  entity: { value: 'vehicle', says: '显示的实体；默认与菜单同名，没有就新建' },
  roles: { value: '"OP=*,AD=view+export"', says: '哪些角色有哪些权限，* 为全部；默认由该组其他菜单推出' },
}

/** What can be made, with an example of its name. */
export const kinds: Record<string, { says: string; path: string; flags: Record<string, FlagManual> }> = {
  entity: { says: '实体', path: 'base/vehicle', flags: entity },
  screen: { says: '菜单：列表、详情、表单，连同实体、菜单项、权限、迁移', path: 'base/vehicle', flags: screen },
  'field-type': {
    says: '本产品自己的单元格与输入控件，供 as 使用',
    path: 'plateTag',
    flags: { title: { value: '车牌', says: '它显示什么' } },
  },
  rule: {
    says: '业务规则：动作或保存时的数值上限，连同测试、登记、拒绝原因',
    path: 'refuseHeavyVehicle',
    flags: {
      entity: { value: 'vehicle', says: '所属实体' },
      on: { value: 'disable', says: '在哪个动作之前判断；save 为保存时' },
      field: { value: 'loadTons', says: '判断的数字字段；默认为第一个' },
      most: { value: '20', says: '允许的最大值；默认 100' },
    },
  },
}

/** Reads the command line. Unknown words are refused with those that there are. */
export function readFlags(args: readonly string[]): Flags {
  const { tokens } = parseArgs({ args: [...args], strict: false, allowPositionals: true, tokens: true, options: optionsOf(args[0]) })
  const flags: Flags = { values: {}, set: new Set() }
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (flags.kind === undefined) flags.kind = knownKind(token.value)
      else if (flags.path === undefined) flags.path = token.value
      else notDone(token.value, '多出的参数；带空格的值要加引号')
    } else if (token.kind === 'option') {
      addOption(token, flags)
    }
  }
  return flags
}

/** One of the four words; another one is refused. */
export function knownKind(kind: string): string {
  return Object.hasOwn(kinds, kind) ? kind : notDone('npm run new', `不能新建“${kind}”`, { allowed: Object.keys(kinds) }, kind)
}

function addOption({ name, rawName, value }: { name: string; rawName: string; value: string | undefined }, flags: Flags): void {
  if (name === 'help') return void flags.set.add('help')
  const allowed = (flags.kind === undefined ? undefined : kinds[flags.kind]?.flags) ?? {}
  const manual = Object.hasOwn(allowed, name) ? allowed[name] : undefined
  if (!manual) return notDone(rawName, '没有这个选项', { allowed: [...Object.keys(allowed), 'help'].map((each) => `--${each}`) }, rawName)
  if (manual.value === undefined) return void flags.set.add(name)
  if (value === undefined || value.startsWith('--')) return notDone(rawName, '没有值', { allowed: manual.value })
  if (Object.hasOwn(flags.values, name)) return notDone(rawName, '写了两次')
  flags.values[name] = value
}

function optionsOf(kind = ''): Record<string, { type: 'string' | 'boolean' }> {
  const flags = Object.hasOwn(kinds, kind) ? kinds[kind]?.flags : undefined
  return Object.fromEntries(
    Object.entries(flags ?? {}).map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
  )
}

/** What `--help` prints. */
export function manual(kind?: string): string {
  const shown = Object.entries(kinds).filter(([name]) => kind === undefined || name === kind)
  const blocks = shown.map(([name, { says, path, flags }]) => {
    const lines = Object.entries(flags).map(
      ([flag, { value, says: what }]) => `    --${flag}${value === undefined ? '' : ` ${value}`}\n        ${what}`,
    )
    return [`npm run new -- ${name} ${path}`, `    ${says}`, ...lines].join('\n')
  })
  return [...blocks, '在终端中没写的会询问；脚本中没写的取默认值，取不到就拒绝。写入之前先检查，有一处不对就什么都不写。'].join('\n\n')
}
