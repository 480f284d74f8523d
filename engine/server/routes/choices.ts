import { mayDo, type SubMenus } from '../../core/permission'
import type { ScreenPlan } from '../../core/plan'
import { forbidden } from '../problem'
import { isSearch } from '../read/options'

/**
 * Choices are rows of another entity, which an account that only looks at this screen need not see: those of a form are for who may send it,
 * those of a dialog for who may confirm it, and those of a search for everybody who may open the list.
 * @param key of `access.options`, or `<lines>.<field>` of a pick @throws HttpProblem 403
 */
export function refuseUnlessAsked({ actions }: Pick<ScreenPlan, 'actions'>, key: string, subMenus: SubMenus): void {
  if (isSearch(key)) return
  const [action, field] = key.split(':')
  const askedBy = field === undefined ? ['add', 'edit'] : [action ?? '']
  const codes = askedBy.flatMap((name) => actions[name]?.permission ?? [])
  if (!codes.some((code) => mayDo(subMenus, code))) throw forbidden(codes.join(' or '))
}
