import type { BrowserScreenPlan, RecordPagePlan } from '../../core/plan'
import type { Environment } from '../../core/record/scope'
import type { Values } from '../../core/record/values'
import type { EngineServices } from '../context'
import { createFormView } from '../form/model/formView'
import { fillGiven } from '../form/model/given'
import type { Given } from '../pageAddress'
import { createFormModel } from '../form/model/model'
import { pageLines } from './pageLines'

/** What a form begins with. */
export interface Start {
  values: Values
  /** Titles of the fields that did not take what they were given. */
  refused: readonly string[]
}

interface StartSetup {
  screen: BrowserScreenPlan
  page: RecordPagePlan
  services: EngineServices
  environment: Environment
  given: Given
  /** What every record of the screen has. */
  values: Values
}

/**
 * A new record with what it was given, before anybody sees its form: filled in a form of its own, so that everything happens that happens
 * when it is typed, and nothing of it counts as the user's input.
 */
export async function startGiven({ screen, page, services, environment, given, values }: StartSetup): Promise<Start> {
  const { formats } = services.extensions
  const lines = pageLines(screen, page, values, environment)
  const plan = { sections: page.sections, lines, checks: screen.checks }
  const model = createFormModel({ plan, record: values, isNew: true, environment, formats })
  const view = createFormView({ model, services, context: { dictionaries: {}, states: screen.states }, base: screen.base, id: '' })
  const refused = await fillGiven(view, given, formats)
  return { values: model.values(), refused }
}
