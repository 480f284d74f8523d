/** What of the product a file is seen on: its screens, their pages, and the states of a record on them. */
import { addressOf } from '../../client/pageAddress'
import type { EntityPlan, PagePlan, ProductPlan, RecordPagePlan, ScreenPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { sayPreview } from '../previewMessages'

/** The screens that a file shows in, the one that is most about it first. */
export function screensOfFile(path: string, plan: ProductPlan): ScreenPlan[] {
  const all = Object.values(plan.screens)
  const [, folder = '', rest = ''] = /(?:^|\/)(screens|entities|ledgers|dictionaries)\/(.+)\.\w+\.json$/.exec(path) ?? []
  const name = rest.split('/').at(-1) ?? ''
  switch (folder) {
    case 'screens':
      return all.filter(({ id }) => id === rest)
    case 'entities':
      return [
        ...all.filter(({ entity }) => entity === name),
        ...all.filter((screen) => screen.entity !== name && refersTo(plan.entities[screen.entity], name)),
      ]
    case 'ledgers':
      return all.filter(({ entity }) => booksIn(plan.entities[entity], name) || Object.hasOwn(plan.ledgers[name]?.balances ?? {}, entity))
    case 'dictionaries':
      return all.filter(({ dictionaries }) => dictionaries.includes(name))
    default:
      return all
  }
}

function refersTo(entity: EntityPlan | undefined, name: string): boolean {
  const tables = [entity?.fields ?? {}, ...Object.values(entity?.lines ?? {}).map(({ fields }) => fields)]
  return tables.some((fields) => Object.values(fields).some(({ ref }) => ref?.entity === name))
}

function booksIn(entity: EntityPlan | undefined, ledger: string): boolean {
  return Object.values(entity?.effects ?? {}).some(({ moves }) => moves.some((move) => move.ledger === ledger))
}

/** A page, and how a record is opened on it. */
export interface PageChoice {
  /** Unlike all others of its screen. */
  key: string
  title: string
  page: PagePlan
  mode: 'view' | 'add' | 'edit'
}

/** All pages of a screen that have an address; dialogs open in them. Custom pages that need no account are none of them. */
export function pagesOf(screen: ScreenPlan): PageChoice[] {
  return Object.values(screen.pages).flatMap((page): PageChoice[] => {
    if (page.route === undefined || (page.kind === 'custom' && page.open)) return []
    if (page.kind !== 'record') return [{ key: page.name, title: page.title, page, mode: 'view' }]
    return modesOf(screen, page).map((mode) => ({
      key: `${page.name} ${mode}`,
      title: sayPreview('preview.page', { title: page.title, mode: sayPreview(`preview.mode.${mode}`) }),
      page,
      mode,
    }))
  })
}

function modesOf({ actions }: ScreenPlan, page: RecordPagePlan): ('view' | 'add' | 'edit')[] {
  const leadsHere = (name: 'add' | 'edit'): boolean => {
    const does = actions[name]?.does
    return does !== undefined && 'page' in does && does.page === page.name
  }
  const filled = (['add', 'edit'] as const).filter((mode) => actions[mode] !== undefined && (page.mode === 'edit' || leadsHere(mode)))
  return ['view', ...filled]
}

/** The address of a page, where there is a record for it; of a list with what its route asks for. */
export function addressOfChoice({ page, mode }: PageChoice, record: RecordValues | undefined): string | undefined {
  if (page.kind === 'record') return mode === 'add' ? addressOf(page, 'add') : record && addressOf(page, mode, record)
  if (page.kind === 'custom') return page.route
  const fieldOf = (hole: string): string => Object.entries(page.params).find(([, param]) => param === hole)?.[0] ?? hole
  return page.route?.replaceAll(/:(\w+)/g, (_hole, name: string) =>
    encodeURIComponent(String(record?.[fieldOf(name)] ?? record?.id ?? '1')),
  )
}
