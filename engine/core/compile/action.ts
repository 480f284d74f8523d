import type { ScreenAction } from '../../spec/generated/screen'
import { schemaText, schemaError } from '../schemaMessages'
import type { ActionPlan, EntityActionPlan, EntityPlan, ImportPlan, PagePlan, ScreenPlan, TabPlan } from '../plan'
import { compileCalculation } from './calculation'
import { compileExpression, compileOptional } from './expression'
import { askedBy } from './payload'
import { compileFields } from './field'
import { lookUp } from '../sources/lookUp'
import { optional } from '../sources/optional'
import type { PageContext } from './page'
import { choiceOf } from './print'
import { compileRowList } from './rowList'
import type { ProductSources } from '../sources/sources'
import { compileText } from './text'

const builtIn = ['add', 'edit', 'view', 'delete', 'export', 'import', 'attach', 'print', 'download'] as const
type BuiltIn = (typeof builtIn)[number]
type Import = Extract<ScreenAction, { does: 'import' }>

interface ActionContext extends PageContext {
  prints: ScreenPlan['prints']
}

/** Acceptance I2. */
const MAX_IMPORT_ROWS = 500

/** Every button that a page of the screen names, settled: its words, its permission, its states and what it does. */
export function compileActions(
  context: ActionContext,
  pages: Record<string, PagePlan>,
  sources: ProductSources,
): Record<string, ActionPlan> {
  const names = new Set(Object.values(pages).flatMap(namesOf))
  const { leadsTo = {} } = context.screen
  return Object.fromEntries(
    [...names].map((name) => [name, { ...compileAction(name, context, pages, sources), ...optional({ leadsTo: leadsTo[name] }) }]),
  )
}

function namesOf(page: PagePlan): string[] {
  if (page.kind === 'list')
    return [...page.toolbar, ...page.rowActions, ...page.batchActions, ...(page.area === undefined ? [] : [page.area])]
  return [...page.actions, ...(page.kind === 'record' ? page.tabs.flatMap(actionOfTab) : [])]
}

function actionOfTab(tab: TabPlan): string | readonly [] {
  if (tab.kind === 'lines') return tab.import ?? []
  return tab.kind === 'calculate' ? tab.action : []
}

function compileAction(name: string, context: ActionContext, pages: Record<string, PagePlan>, sources: ProductSources): ActionPlan {
  const { screen, entity, menu, id } = context
  const code = screen.permissions?.[name] ?? name
  const permission = { permission: `${menu}_${code}` }
  const own = screen.actions?.[name]
  if (own?.does === 'import') return compileImport(name, own, permission, context)
  // What needs no more than to read the records is no button that a role is given.
  if (own) return compileScreenAction(name, own, code === 'view' ? {} : permission, context, sources)
  const action = entity.actions[name]
  // The entity says in which states its files may be had.
  if (action && name === 'download')
    return { name, title: action.title, ...permission, does: { kind: 'download' }, states: action.from, danger: false }
  if (action) {
    return {
      name,
      title: screen.titles?.[name] ?? action.title,
      ...permission,
      does: { kind: 'action', action },
      states: action.from,
      danger: action.danger,
    }
  }
  if (!isBuiltIn(name)) throw schemaError('compile.unknown-name', { what: 'action', name, where: id })
  return {
    name,
    title: screen.titles?.[name] ?? schemaText(`action.${name}`),
    ...(name === 'view' ? {} : permission),
    does: builtInWork(name, pages, context),
    states: statesFor(name, entity),
    danger: name === 'delete',
  }
}

function builtInWork(name: BuiltIn, pages: Record<string, PagePlan>, { id, screen, entity, prints }: ActionContext): ActionPlan['does'] {
  if (name === 'import') return { kind: 'import', ...importDefaults(screen.title) }
  if (name === 'edit') return { kind: name, page: pageFor(name, pages, id), ...optional({ change: changeOf(entity) }) }
  if (name === 'print' && prints) return { kind: name, templates: Object.values(prints).map(choiceOf) }
  return opensPage(name) ? { kind: name, page: pageFor(name, pages, id) } : { kind: name }
}

function importDefaults(title: string): ImportPlan {
  return { noun: schemaText('import.noun', { title }), maxRows: MAX_IMPORT_ROWS, queryType: 'same' }
}

function compileImport(
  name: string,
  { title, description, noun, fileNumber, queryType, values, known, complete, into }: Import,
  permission: { permission: string },
  { screen, entity, id }: PageContext,
): ActionPlan {
  const table = into && lookUp(entity.lines, into.lines, 'lines', id)
  const options = optional({ description, noun, maxRows: fileNumber, queryType, values, known, complete, into: into && compileInto(into) })
  const does = { kind: 'import' as const, ...importDefaults(table?.title ?? screen.title), ...options }
  return { name, title, ...permission, does, states: [], danger: false }
}

function compileInto({ record, ...into }: NonNullable<Import['into']>): ImportPlan['into'] {
  if (record === undefined) return into
  return { ...into, record: Object.fromEntries(Object.entries(record).map(([field, text]) => [field, compileExpression(text)])) }
}

function compileScreenAction(
  name: string,
  action: Exclude<ScreenAction, Import>,
  permission: { permission?: string },
  { screen, entity, extra, id: where }: PageContext,
  sources: ProductSources,
): ActionPlan {
  const visible = 'visible' in action ? compileOptional(action.visible) : undefined
  const base = { name, title: action.title, ...permission, states: [] as string[], ...optional({ visible }) }
  switch (action.does) {
    case 'link':
      return {
        ...base,
        danger: false,
        does: {
          kind: 'link',
          to: action.to,
          ...optional({ same: action.same?.map((name) => ({ name, title: lookUp(entity.fields, name, 'field', where).title })) }),
        },
      }
    case 'list':
      return { ...base, danger: false, does: { kind: 'list', ...compileRowList(action, sources.screens) } }
    case 'action': {
      const of = lookUp(entity.actions, action.action, 'action', `${where} ${name}`)
      return { ...base, states: of.from, danger: of.danger, does: { kind: 'action', action: of } }
    }
    case 'widget':
      return { ...base, danger: false, does: { kind: 'widget', widget: action.widget } }
    case 'calculate': {
      const endpoint = lookUp(extra, action.endpoint, 'endpoint', where)
      const declared = screen.endpoints.extra?.[action.endpoint]
      const plan = compileCalculation(action, { entity, body: declared && askedBy(declared), endpoint, sources, where: `${where} ${name}` })
      return { ...base, danger: false, does: { kind: 'calculate', ...plan } }
    }
    case 'request':
      return {
        ...base,
        danger: action.danger === true,
        does: {
          kind: 'request',
          endpoint: lookUp(extra, action.endpoint, 'endpoint', where),
          ask: Object.values(compileFields(action.ask ?? {}, sources, `${where} ${name}`)),
          ...optional({ confirm: compileText(action.confirm, entity.fields), done: action.done }),
        },
      }
  }
}

function isBuiltIn(name: string): name is BuiltIn {
  return (builtIn as readonly string[]).includes(name)
}

function opensPage(name: BuiltIn): name is 'add' | 'view' | 'print' {
  return name === 'add' || name === 'view' || name === 'print'
}

/** The page that shows or edits a record: the one named for it, else the only other one there is. */
function pageFor(name: 'add' | 'edit' | 'view' | 'print', pages: Record<string, PagePlan>, where: string): string {
  const preferred = name === 'view' || name === 'print' ? ['detail', 'edit'] : [...(name === 'add' ? ['add'] : []), 'edit', 'detail']
  const records = Object.values(pages).filter((page) => page.kind === 'record')
  const chosen = preferred.map((key) => records.find((page) => page.name === key)).find((page) => page !== undefined) ?? records[0]
  if (!chosen) throw schemaError('compile.no-record-page', { name, where })
  return chosen.name
}

function statesFor(name: BuiltIn, entity: EntityPlan): string[] {
  if (!entity.states || (name !== 'edit' && name !== 'delete')) return []
  return Object.values(entity.states)
    .filter((state) => state[name])
    .map((state) => state.code)
}

/** What the edit form asks for where it may not write. */
function changeOf({ actions }: EntityPlan): EntityActionPlan | undefined {
  return Object.values(actions).find(({ via }) => via === 'edit')
}
