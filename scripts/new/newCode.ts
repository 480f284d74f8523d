import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CodeFiles } from './codeText'
import { fieldTypeFiles } from './fieldTypeFiles'
import type { Flags } from './flags'
import { notDone } from './refusal'
import { ruleFiles } from './ruleFiles'
import type { Ask } from './wishes'
import { formattedCode, prepare, putInPlace, readPresent, writtenText, type Outputs, type Place } from './workspace'

/** Makes a field type of the product's own, and answers what to tell. */
export async function newFieldType({ path, values }: Flags, { root }: Place, ask?: Ask, follow = generate): Promise<string[]> {
  const name = path ?? (await ask?.('名称', 'plateTag')) ?? notDone('npm run new', '没有名称', { allowed: '例如 plateTag' })
  const title = values['title'] ?? (await ask?.('它显示什么', name)) ?? name
  const outputs = await codeOutputs(root, fieldTypeFiles({ name, title }, reader(root)))
  await putInPlace(outputs, () => follow(root))
  const use = `{ "field": "…", "as": "${name}" }`
  return [
    writtenText(root, outputs),
    `接着：在列（columns）或表单（sections）中写 ${use}`,
    `测试：npm run test:quick -- src/app/widgets/${name}/${name}.test.tsx`,
  ]
}

/** Makes a business rule, binds it to its entity, and answers what to tell. */
export async function newRule({ path, values }: Flags, place: Place, ask?: Ask, follow = generate): Promise<string[]> {
  const { root } = place
  if (place.schemas !== 'schemas') notDone('SCHEMAS_DIR', '规则属于仓库自己的模式文件，不能写入别的目录')
  const needed = async (flag: string, question: string, usual: string): Promise<string> =>
    values[flag] ?? (await ask?.(question, usual)) ?? notDone(`--${flag}`, '没有值', { allowed: `例如 ${usual}` })
  const name =
    path ?? (await ask?.('名称', 'refuseHeavyVehicle')) ?? notDone('npm run new', '没有名称', { allowed: '例如 refuseHeavyVehicle' })
  const wish = {
    name,
    entity: await needed('entity', '所属实体', 'vehicle'),
    on: await needed('on', '在哪个动作之前判断（save：保存时）', 'save'),
  }
  const most = values['most'] ?? (await ask?.('允许的最大值', '100')) ?? '100'
  const field = values['field'] ?? (await ask?.('判断的数字字段（空：第一个）'))
  const present = readPresent(place)
  const made = ruleFiles({ ...wish, most, ...(field ? { field } : {}) }, present, reader(root))
  const { outputs: schemas } = await prepare(place, made.schemas, { before: present.plan, migration: name, coming: made.registered })
  const outputs = new Map([...(await codeOutputs(root, made.code)), ...schemas])
  await putInPlace(outputs, () => follow(root))
  return [
    writtenText(root, outputs),
    `接着：在 src/rules/${name}.ts 中写真正的条件，先改它的测试`,
    `测试：npm run test:quick -- src/rules/${name}.test.ts`,
  ]
}

function reader(root: string): (path: string) => string {
  return (path) => readFileSync(join(root, path), 'utf8')
}

async function codeOutputs(root: string, { added, grown }: CodeFiles): Promise<Outputs> {
  const present = [...added.keys()].find((path) => existsSync(join(root, path)))
  if (present !== undefined) notDone(present, '文件已有，请换一个名称')
  return formattedCode(root, new Map([...added, ...grown]))
}

/** In a process of its own, which is built with the new code. */
async function generate(root: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/run.mjs', 'scripts/generate.ts'], { cwd: root })
}
