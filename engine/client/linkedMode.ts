import type { BrowserScreenPlan, PagePlan } from '../core/plan'
import type { Environment } from '../core/record/scope'
import { operationRefusal } from '../core/record/refusal'
import type { RecordValues } from '../core/wire'
import { holds, type UserRights } from '../core/rights'

export interface Reader {
  can: UserRights['can']
  environment: () => Environment
}

/**
 * How a link opens the page of a record: one that is made for editing only for who may edit, as long as the record can be edited, and to be
 * read otherwise.
 */
export function linkedMode(screen: BrowserScreenPlan, page: PagePlan | undefined, record: RecordValues, reader: Reader): 'view' | 'edit' {
  if (page?.kind !== 'record' || page.mode === 'view') return 'view'
  return mayEdit(screen, reader) && !operationRefusal(screen, 'edit', record, reader.environment()) ? 'edit' : 'view'
}

export function mayEdit({ actions }: Pick<BrowserScreenPlan, 'actions'>, rights: Pick<Reader, 'can'>): boolean {
  return holds(rights, actions['edit']?.permission)
}
