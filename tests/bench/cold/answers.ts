/** The server's answers in the cold start: both contestants get the same menu, account and rows. */
import { splitMenuName, type SubMenu } from '../../../engine/core/permission'
import type { ProductPlan } from '../../../engine/core/plan'
import { plansPath } from '../../../engine/core/wire'
import { shippedPlans } from '../../../engine/server/plans/planSource'
import { createProductParts } from '../../../engine/server/plans/productParts'
import { browserPlan } from '../../../engine/core/compile'
import { answerTo } from '../browser/api'
import { benchScreen } from '../plan'

export interface HandwrittenSession {
  name: string
  menus: { key: string; label: string; children: { key: string; label: string }[] }[]
}

const user = { id: '1', userName: 'buyer', realName: '采购员' }
/** Rights that the account has in every menu; the hand-written list has no rights and shows all its buttons. */
const actions = ['view', 'add', 'edit', 'submit', 'approve', 'export', 'delete']

/** Answers an address of the server, as JSON; undefined for an address that is a page or a file. */
export async function createAnswers(plan: ProductPlan): Promise<(url: URL) => string | undefined> {
  const rights = rightsTo(plan)
  const product = await createProductParts(plan, shippedPlans(plan)).answer({ subMenus: rights }, undefined)
  const screen = plan.screens[benchScreen]
  if (!screen) throw new Error(`There is no screen ${benchScreen}`)
  const begin = {
    menu: {
      userMenuElement: { userId: user.id, parentMenu: [], subMenu: rights, departmentElement: [], fundingElement: [] },
      product,
    },
    detail: user,
    roles: { roles: [{ roleCode: 'BUYER', roleName: '采购员' }] },
    belonging: { departmentElement: [], fundingPartySet: [], name: '' },
    dictionaries: { dictionaries: plan.dictionaries },
    // The whole search form is shown, as on the hand-written page.
    preferences: { preferences: { [`list:${benchScreen}:list:unfolded`]: { value: true } } },
  }
  const fixed: Readonly<Record<string, string>> = {
    '/userLogin/begin': JSON.stringify(begin),
    '/ucmanage/permission/button': JSON.stringify({ result: actions.map((code) => ({ code })) }),
    '/api/session': JSON.stringify(handwrittenSession(plan)),
  }
  const planText = JSON.stringify(browserPlan(screen))
  return (url) => {
    if (Object.hasOwn(fixed, url.pathname)) return fixed[url.pathname]
    if (url.pathname.startsWith(`${plansPath}/${benchScreen}/`)) return planText
    return url.pathname.startsWith('/api/') ? answerTo(url) : undefined
  }
}

function rightsTo({ menus }: ProductPlan): SubMenu[] {
  return menus.flatMap(({ id, menuName, hidden }) => {
    if (menuName === undefined || hidden) return []
    const name = splitMenuName(menuName).name
    return [{ menuId: id, menuName, permissionType: 1, children: actions.map((code) => ({ menuName: `${name}_${code}` })) }]
  })
}

function handwrittenSession({ menus }: ProductPlan): HandwrittenSession {
  const below = (id: string) => menus.filter(({ pid, hidden }) => pid === id && !hidden)
  return {
    name: user.realName,
    menus: below('0').map(({ id, name }) => ({
      key: id,
      label: name,
      children: below(id).map((leaf) => ({ key: leaf.router ?? leaf.id, label: leaf.name })),
    })),
  }
}
