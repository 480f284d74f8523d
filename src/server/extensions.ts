import type { ProductPlan } from '../../engine/core/plan'
import { untyped, type Inbound, type ProductExtensions } from '../../engine/server/extensions'
import type { FileStore } from '../../engine/server/files/fileStore'
import { storedFilesView } from '../../engine/server/uploads/storedFiles'
import type { Jobs } from '../../engine/server/jobs/jobs'
import { securityEventsView } from '../../engine/server/securityEventsView'
import { formats } from '../rules/formats'
import { refusals } from '../rules/refusals'
import { callsOf } from './calls/calls'
import { logReceived } from './calls/received'
import { handlersOf } from './handlers'
import { expireExport, retryExport } from './jobs/exports'
import type { Providers } from './providers'
import { queriesOf, views } from './queries'
import { permissionTreeOf } from './permissionTree'
import { actionRulesOf, lineRules, refreshRules, removeRules, saveRulesOf } from './rules'
import { calendarSaved } from './rules/debtNote'
import { freezeFreeGoods } from './rules/outOrder'
import { bookReceipt } from './rules/receipt'
import { givingOf } from './rules/giving'
import { rightsWords } from './rules/rightsWords'
import type { Extensions } from './ruleTypes'
import { userRulesOf } from './rules/users'
import { shapes } from './shapes'
import { stepsOf } from './steps'
import { warningViews } from './warnings/views'

/** Everything the product says in code, by the names its schemas use. */
export function extensionsOf(
  plan: ProductPlan,
  files: Pick<FileStore, 'write' | 'remove'>,
  jobs: Pick<Jobs, 'send'>,
  refusedPasswords: readonly string[] = [],
  providers: Providers = {},
  secrets: Inbound['secrets'] = {},
): ProductExtensions {
  const calls = callsOf(jobs, providers)
  const tree = permissionTreeOf(plan)
  const giving = givingOf(tree)
  const words = rightsWords(tree, plan.dictionaries)
  const users = userRulesOf(giving, words)
  const extensions: Extensions = {
    save: saveRulesOf(plan, giving),
    saved: { ...users.saved, bookReceipt, calendarSaved, freezeFreeGoods },
    remove: { ...removeRules, ...users.remove },
    action: { ...actionRulesOf(files, plan, calls), ...users.action, retryExport: retryExport(jobs), expireExport },
    refresh: refreshRules,
    offer: { offerRole: giving.offerRole },
    line: lineRules,
    queries: queriesOf(plan),
    views: { ...views, ...warningViews, fileObject: storedFilesView(plan), securityEvent: securityEventsView },
    handlers: handlersOf({ plan, tree, giving, words, licences: files, refusedPasswords, calls }),
    steps: stepsOf(plan),
    formats,
    shapes,
    refusals,
    systems: new Set(Object.keys(providers)),
    inbound: { secrets, received: logReceived },
  }
  return untyped(extensions)
}
