/** What the bench product's files say when it has the form of 200 fields too; other measurements multiply them, and do without it. */
import { largeSections, type LargeFieldKind } from './largeForm'

const types: Readonly<Record<LargeFieldKind, object>> = {
  text: { type: 'text', maxLength: 60 },
  select: { type: 'select', dictionary: 'region' },
  digit: { type: 'digit', decimals: 2, min: '0' },
  money: { type: 'money', min: '0' },
  date: { type: 'date' },
  textarea: { type: 'textarea', maxLength: 500 },
}

interface Menus {
  menus: object[]
}
interface Roles {
  roles: { BUYER: { menus: Record<string, string[]> } }
}

/** Adds the entity, its screen, its menu entries and the right to them. */
export function addLargeForm(texts: Map<string, string>): void {
  const fields = largeSections.flatMap((section) => section.fields)
  const write = (path: string, content: object): unknown => texts.set(path, JSON.stringify({ language: 1, ...content }))
  write('entities/store/large.entity.json', {
    title: '大表单',
    label: 'item1',
    scope: 'global',
    fields: Object.fromEntries(fields.map(({ name, title, kind, required }) => [name, { title, ...types[kind], required }])),
  })
  write('screens/store/large.screen.json', {
    title: '大表单',
    entity: 'large',
    endpoints: { base: '/api/large' },
    pages: {
      list: { columns: ['item1'], toolbar: ['add'], rowActions: ['edit'] },
      edit: {
        kind: 'record',
        mode: 'edit',
        sections: Object.fromEntries(largeSections.map((section) => [section.title, section.fields.map(({ name }) => name)])),
      },
    },
  })
  const { menus, ...menuFile } = read<Menus>(texts, 'menus.json')
  const entry = { mpid: '1', seq: 2, menuName: 'store_large' }
  write('menus.json', {
    ...menuFile,
    menus: [
      ...menus,
      { ...entry, id: '1-2', pid: '1', name: '大表单', router: '/large' },
      { ...entry, id: '1-2-1', pid: '1-2', name: '编辑', router: '/large/edit', hidden: true },
    ],
  })
  const roleFile = read<Roles>(texts, 'roles.json')
  roleFile.roles.BUYER.menus['store_large'] = ['view', 'add', 'edit']
  write('roles.json', roleFile)
}

function read<Content>(texts: ReadonlyMap<string, string>, path: string): Content {
  return JSON.parse(texts.get(path) ?? '') as Content
}
