import { resolve } from 'node:path'
import { outsideSystems, standIn, type OutsideSystem } from './outsideSystems'

/** Everything that differs between installations; the README lists the variables. */
export interface Config {
  host: string
  port: number
  /** A PostgreSQL server; absent: the embedded database in `dataDirectory`. */
  databaseUrl?: string
  /** Embedded database, uploaded files, log of the demo data. */
  dataDirectory: string
  /** The schemas that are served; absent: those of the repository. */
  schemasDirectory?: string
  /** Beside the endpoints the built pages; in development Vite serves them. */
  servesPages: boolean
  /** The playground for screens, and publishing them; in demo mode unless it says otherwise. */
  playground: boolean
  /** Demo accounts and demo data on the first start. */
  demo: boolean
  demoPassword: string
  /** First password of the first administrator, where there is no demo; a random one is shown when absent. */
  adminPassword?: string
  /** Longest life of a token in ms, whatever its use (acceptance S3). */
  tokenLifetimeMs: number
  /** A token not used for this long ends. */
  tokenIdleMs: number
  /** Pages of these origins may frame the product. */
  parentOrigins: string[]
  /** Applications outside that menu entries open (`externalApp`), by name, as origins: what a page on a production host takes. */
  subApps: Record<string, string>
  /** The same for pages on a test, dev or demo host, or on this machine (acceptance E7). */
  subAppsTest: Record<string, string>
  /** Servers of others that pages may read, by CORS. */
  corsOrigins: string[]
  /** Servers of others whose scripts may answer where CORS does not (acceptance C3); they run in a sandbox. */
  jsonpOrigins: string[]
  /** Systems outside, by their codes: an address, or `demo` for what stands in for it in demo mode. */
  systems: Partial<Record<OutsideSystem, string>>
  /** What they let us in by. */
  systemKeys: Partial<Record<OutsideSystem, string>>
  /** What they sign their calls of us with; one without cannot call. */
  systemSecrets: Partial<Record<OutsideSystem, string>>
  /** Ends business days, and does what every hour asks for, by the clock. */
  schedule: boolean
  /** What a server or command that has died was at work on is taken up by another one after this. */
  leaseSeconds: number
  logLevel: LogLevel
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[]
}

type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'

interface Variable<T> {
  name: string
  description: string
  fallback: T
  read(text: string): T
}

function variable<T>(name: string, description: string, fallback: T, read: (text: string) => T): Variable<T> {
  return { name, description, fallback, read }
}

const text = (value: string) => value
const flag = (value: string) => oneOf(value, ['0', '1']) === '1'
const list = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const minSecretLength = 32

export const variables = {
  host: variable('HOST', '监听地址', '127.0.0.1', text),
  port: variable('PORT', '监听端口；0 为任选空闲端口', 3000, (value) => integer(value, 0, 65_535)),
  databaseUrl: variable<string | undefined>('DATABASE_URL', 'PostgreSQL 连接串；缺省使用内嵌数据库', undefined, (value) =>
    url(value, ['postgres:', 'postgresql:']),
  ),
  dataDirectory: variable('DATA_DIR', '内嵌数据库与上传文件的目录', 'data', text),
  schemasDirectory: variable<string | undefined>('SCHEMAS_DIR', '模式文件目录；缺省为仓库的 schemas', undefined, text),
  servesPages: variable('SERVE_PAGES', '0 为只提供接口：开发时页面由 Vite 提供', true, flag),
  playground: variable<boolean | undefined>(
    'PLAYGROUND',
    '1 为开放界面工作台及在线发布界面，0 为关闭；缺省只在演示模式与开发时开放',
    undefined,
    flag,
  ),
  demo: variable('DEMO', '1 为演示模式：建立演示账号与演示数据', false, flag),
  demoPassword: variable('DEMO_PASSWORD', '演示账号的口令', 'Scf@2026demo', text),
  adminPassword: variable<string | undefined>('ADMIN_PASSWORD', '首个管理员 admin 的初始口令；缺省随机生成并显示一次', undefined, text),
  tokenLifetimeMs: variable('TOKEN_LIFETIME_MS', '登录令牌最长有效期（毫秒）', 86_400_000, (value) =>
    integer(value, 1_000, 7 * 86_400_000),
  ),
  tokenIdleMs: variable('TOKEN_IDLE_MS', '登录令牌闲置有效期（毫秒）', 7_200_000, (value) => integer(value, 1_000, 86_400_000)),
  parentOrigins: variable<string[]>('PARENT_ORIGINS', '允许嵌入本平台的来源，逗号分隔', [], (value) => list(value).map(origin)),
  subApps: variable<Record<string, string>>('SUB_APPS', '子系统的来源，形如 customs=https://host，逗号分隔', {}, namedOrigins),
  subAppsTest: variable<Record<string, string>>('SUB_APPS_TEST', '测试、开发、演示域名下子系统的来源', {}, namedOrigins),
  corsOrigins: variable<string[]>('CORS_ORIGINS', '页面可跨域读取的来源，逗号分隔', [], (value) => list(value).map(origin)),
  jsonpOrigins: variable<string[]>('JSONP_ORIGINS', '页面可用 JSONP 读取的来源，逗号分隔', [], (value) => list(value).map(origin)),
  systems: variable<Config['systems'] | undefined>(
    'SYSTEMS',
    `对接的外部系统（${outsideSystems.join('、')}），形如 WMS=https://host，逗号分隔；演示模式缺省均为 ${standIn}`,
    undefined,
    systemAddresses,
  ),
  systemKeys: variable<Config['systemKeys']>('SYSTEM_KEYS', '外部系统的访问令牌，形如 WMS=令牌，逗号分隔', {}, bySystem),
  systemSecrets: variable<Config['systemSecrets']>(
    'SYSTEM_SECRETS',
    `外部系统调用本平台时签名所用的密钥，形如 AIRWALLEX=密钥，至少 ${minSecretLength} 个字符，逗号分隔；未写的系统不能调用`,
    {},
    secrets,
  ),
  schedule: variable('SCHEDULE', '0 为不按时钟执行日终与每小时步骤，改用 npm run end-of-day', true, flag),
  leaseSeconds: variable('LEASE_SECONDS', '服务器或命令中断后，多久由他人接手其任务（秒）', 30, (value) => integer(value, 2, 600)),
  logLevel: variable<LogLevel>('LOG_LEVEL', '日志级别', 'info', (value) =>
    oneOf(value, ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const),
  ),
  trustedProxies: variable<string[]>('TRUSTED_PROXIES', '可信反向代理的地址，逗号分隔', [], list),
} satisfies Record<string, Variable<unknown>>

/** The password of the demo accounts stands in the README: nobody chooses it, not even where these accounts have it. */
export function refusedPasswords({ demoPassword }: Pick<Config, 'demoPassword'>): string[] {
  return [demoPassword, variables.demoPassword.fallback]
}

/** Thrown at start when variables are wrong; names each of them. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`环境变量有误：\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** Reads and checks the environment; throws a ConfigError that names every wrong variable. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const values = Object.entries(variables).map(([key, variable]) => {
    const given = environment[variable.name]
    if (given === undefined || given === '') return [key, variable.fallback]
    try {
      return [key, variable.read(given)]
    } catch (error) {
      problems.push(`${variable.name}=${isSecret(variable.name) ? '…' : given}  ${(error as Error).message}`)
      return [key, variable.fallback]
    }
  })
  const config = Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Omit<Config, 'playground'> & Partial<Config>
  const systems = config.systems ?? (config.demo ? standIns : {})
  if (!config.demo && Object.values(systems).includes(standIn)) problems.push(`SYSTEMS  ${standIn} 只用于演示模式`)
  for (const name of Object.keys(config.systemKeys))
    if (isReadOnTheWay(systems[name as OutsideSystem]))
      problems.push(`SYSTEM_KEYS  ${name} 的地址不是 https，访问令牌会以明文经过网络；请在 SYSTEMS 中改为 https 地址`)
  if (problems.length > 0) throw new ConfigError(problems)
  return { ...config, playground: config.playground ?? config.demo, systems, dataDirectory: resolve(config.dataDirectory) }
}

const standIns = Object.fromEntries(outsideSystems.map((system) => [system, standIn]))

function isSecret(name: string): boolean {
  return ['PASSWORD', 'URL', 'KEYS', 'SECRETS', 'SYSTEMS'].some((part) => name.includes(part))
}

/** `WMS=value,AIRWALLEX=value` of known systems. */
function bySystem(value: string): Partial<Record<OutsideSystem, string>> {
  return Object.fromEntries(
    list(value).map((part) => {
      const at = part.indexOf('=')
      const name = oneOf(part.slice(0, Math.max(at, 0)).trim(), outsideSystems)
      const text = part.slice(at + 1).trim()
      if (text === '') throw new Error(`${name} 没有值`)
      return [name, text]
    }),
  )
}

/** A signature is worth what its secret is: none that could be tried out. */
function secrets(value: string): Partial<Record<OutsideSystem, string>> {
  const given = bySystem(value)
  for (const [name, secret] of Object.entries(given))
    if (secret.length < minSecretLength) throw new Error(`${name} 的密钥应至少 ${minSecretLength} 个字符`)
  return given
}

/** Addresses without a slash at the end. */
function systemAddresses(value: string): Partial<Record<OutsideSystem, string>> {
  return Object.fromEntries(
    Object.entries(bySystem(value)).map(([name, address]) => [name, address === standIn ? address : systemAddress(address)]),
  )
}

/** It stands in the log of calls, so that nothing secret may be in it; and paths are put behind it. */
function systemAddress(value: string): string {
  const { username, password, search, hash } = new URL(url(value, ['http:', 'https:']))
  if (username + password + search + hash !== '') throw new Error('地址不能含账号口令、参数；访问令牌写在 SYSTEM_KEYS')
  return value.replace(/[?#]$/, '').replace(/\/+$/, '')
}

/** Sent as plain text to another machine. */
function isReadOnTheWay(address: string | undefined): boolean {
  if (address === undefined || address === standIn) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function integer(value: string, from: number, to: number): number {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < from || number > to) throw new Error(`应为 ${from} 至 ${to} 的整数`)
  return number
}

function oneOf<T extends string>(value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined) throw new Error(`应为 ${allowed.join('、')} 之一`)
  return found
}

function url(value: string, protocols: string[]): string {
  const parsed = URL.canParse(value) ? new URL(value) : undefined
  if (!parsed || !protocols.includes(parsed.protocol))
    throw new Error(`应以 ${protocols.map((protocol) => `${protocol}//`).join(' 或 ')} 开头`)
  return value
}

function origin(value: string): string {
  const parsed = URL.canParse(value) ? new URL(value) : undefined
  if (!parsed || parsed.origin !== value || parsed.origin === 'null') throw new Error('应为 https://host[:port] 形式的来源')
  return value
}

/** `name=origin` pairs. */
function namedOrigins(value: string): Record<string, string> {
  const pairs = list(value).map((pair) => {
    const [, name = '', target = ''] = /^([a-z][A-Za-z0-9]*)=(.+)$/.exec(pair) ?? []
    if (name === '') throw new Error('应为 名称=来源 的列表')
    return [name, origin(target)] as const
  })
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new Error('名称重复')
  return Object.fromEntries(pairs)
}
