import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes a product of so many screens: that of tests/bench/schemas with an order, its entity and its menu entries for each of them, all
 * shown to one role. Returns the folder, relative to the repository.
 */
export function writeManySchemas(root: string, count: number): string {
  const from = join(root, 'tests/bench/schemas')
  const folder = `node_modules/.cache/bench/schemas-${count}`
  const to = join(root, folder)
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
  const text = (path: string): string => readFileSync(join(from, path), 'utf8')
  const menus = JSON.parse(text('menus.json')) as { menus: Record<string, unknown>[] }
  const roles = JSON.parse(text('roles.json')) as { roles: { BUYER: { menus: Record<string, unknown> } } }
  const rights = roles.roles.BUYER.menus['store_order']
  const entity = text('entities/store/order.entity.json')
  const screen = text('screens/store/order.screen.json')
  const [branch] = menus.menus
  const branches = new Set(['1'])
  for (let index = 1; index < count; index++) {
    const word = letters(index)
    const group = `s${letters(Math.floor(index / 50))}`
    const name = `doc${word}`
    write(join(to, `entities/${group}`), `${name}.entity.json`, entity.replace('"prefix": "CG"', `"prefix": "${word.toUpperCase()}"`))
    write(
      join(to, `screens/${group}`),
      `${name}.screen.json`,
      screen.replace('"entity": "order"', `"entity": "${name}"`).replace('"/api/order"', `"/api/${name}"`),
    )
    const id = String(2 + Math.floor(index / 50))
    if (!branches.has(id)) menus.menus.push({ ...branch, id, permissionGroups: [group] })
    branches.add(id)
    const entry = { pid: id, mpid: id, name: `采购单${index}`, seq: 1, menuName: `${group}_${name}` }
    menus.menus.push({ ...entry, id: `${id}-${index}`, router: `/${name}` })
    menus.menus.push({ ...entry, name: '编辑', pid: `${id}-${index}`, id: `${id}-${index}-1`, router: `/${name}/edit`, hidden: true })
    roles.roles.BUYER.menus[`${group}_${name}`] = rights
  }
  write(to, 'menus.json', JSON.stringify(menus))
  write(to, 'roles.json', JSON.stringify(roles))
  return folder
}

/** Four letters, different for each number below 17,576. */
function letters(number: number): string {
  const digits = [Math.floor(number / 676) % 26, Math.floor(number / 26) % 26, number % 26]
  return ['q', ...digits.map((digit) => String.fromCharCode(97 + digit))].join('')
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text)
}
