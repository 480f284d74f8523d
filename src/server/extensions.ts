import type { ProductPlan } from '../../engine/core/plan'
import { untyped, type ProductExtensions } from '../../engine/server/extensions'
import type { FileStore } from '../../engine/server/files/fileStore'
import { storedFilesView } from '../../engine/server/files/storedFiles'
import type { Jobs } from '../../engine/server/jobs/jobs'
import { formats } from '../rules/formats'
import { refusals } from '../rules/refusals'
import { handlersOf } from './handlers'
import { expireExport, retryExport } from './jobs/exports'
import { queries, views } from './queries'
import { actionRulesOf, lineRules, removeRules, savedRules, saveRulesOf } from './rules'
import type { Extensions } from './rules/types'
import { shapes } from './shapes'
import { steps } from './steps'

/** Everything the product says in code, by the names its schemas use. */
export function extensionsOf(plan: ProductPlan, files: Pick<FileStore, 'write' | 'remove'>, jobs: Pick<Jobs, 'send'>): ProductExtensions {
  const extensions: Extensions = {
    save: saveRulesOf(plan),
    saved: savedRules,
    remove: removeRules,
    action: { ...actionRulesOf(files), retryExport: retryExport(jobs), expireExport },
    refresh: {},
    line: lineRules,
    queries,
    views: { ...views, fileObject: storedFilesView(plan) },
    handlers: handlersOf(plan, files),
    steps,
    formats,
    shapes,
    refusals,
  }
  return untyped(extensions)
}
