/** What rules and handlers are written with: the engine's, with the types of our entities and tables (src/server/generated). */
import * as engine from '../../engine/server/extensions'
import type { Complete, Draft as EngineDraft, DraftRow as EngineDraftRow, Found as EngineFound } from '../../engine/server/documents'
import type { Bindings, Documents } from './generated'
import type { Tables } from './generated/tables'

export type EntityName = keyof Documents
export type ActionName<E extends EntityName> = keyof Documents[E]['actions'] & string
type LinesName<E extends EntityName> = keyof Documents[E]['lines'] & string

export type Tools = engine.RuleTools<Documents, Tables>
export type SaveRule<E extends EntityName> = engine.SaveRule<Documents, E, Tables>
export type SavedRule<E extends EntityName> = engine.SavedRule<Documents, E, Tables>
export type RemoveRule<E extends EntityName> = engine.RemoveRule<Documents, E, Tables>
export type ActionRule<E extends EntityName, A extends ActionName<E> = ActionName<E>> = engine.ActionRule<Documents, E, A, Tables>
export type RefreshRule<E extends EntityName> = engine.RefreshRule<Documents, E, Tables>
export type LineRule<E extends EntityName, L extends LinesName<E>> = engine.LineRule<Documents, E, L, Tables>

/** A record on its way into the database, as save rules get it. */
export type Draft<E extends EntityName> = EngineDraft<Documents[E]>
export type DraftRow<E extends EntityName, L extends LinesName<E>> = EngineDraftRow<Documents[E]['lines'][L]>
/** A record that has been through an action, or is on its way through it. */
export type Past<E extends EntityName, A extends ActionName<E>> = Complete<Documents[E]['record'], Documents[E], A>
/** A record without its lines, as `tools.find` answers it. */
export type Found<E extends EntityName> = EngineFound<Documents[E]>
/** The same past an action. */
export type FoundPast<E extends EntityName, A extends ActionName<E>> = Complete<Found<E>, Documents[E], A>

export type StepHandler = engine.StepHandler<Documents, Tables>
export type StepRun = engine.StepRun<Documents, Tables>

export type HandlerName = keyof Bindings['handlers']
export type Handler<N extends HandlerName> = engine.Handler<Documents, Bindings['handlers'][N], Tables>
export type HandlerCall<N extends HandlerName> = engine.HandlerCall<Documents, Bindings['handlers'][N], Tables>
/** What every handler has. */
export type HandlerContext = engine.HandlerContext<Documents, Tables>

export type Extensions = engine.TypedExtensions<Documents, Bindings>

/** The tools outside rules: jobs, demo data. */
export function typed(tools: engine.RuleTools): Tools {
  return engine.typed<Documents, Tables>(tools)
}
