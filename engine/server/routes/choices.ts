import { mayDo, type SubMenus } from '../../core/permission'
import type { ScreenPlan } from '../../core/plan'
import { forbidden } from '../problem'
import { isSearch } from '../read/options'

/**
 * Choices are rows of another entity, so an account that may only read this screen does not get them. The choices of a form are for accounts that
 * may save it, those of a dialog for accounts that may confirm it, those of a search form for all accounts that may open the list.
 * @param key of `access.options`, or `<lines>.<field>` of a pick @throws HttpProblem 403
 */
export function refuseOtherChoices({ actions }: Pick<ScreenPlan, 'actions'>, key: string, subMenus: SubMenus): void {
  if (isSearch(key)) return
  const [action, field] = key.split(':')
  const askedBy = field === undefined ? ['add', 'edit'] : [action ?? '']
  const codes = askedBy.flatMap((name) => actions[name]?.permission ?? [])
  if (!codes.some((code) => mayDo(subMenus, code))) throw forbidden(codes.join(' or '))
}
