/**
 * What the playground's preview says that a role sees is what the server lets it do: every button of every page of every screen, for each of the
 * standard roles, and for no right and every right. Both sides are computed from the schemas; a new screen is compared without a line here.
 */
import { expect, it } from 'vitest'
import type { ActionPlan, PagePlan, ScreenPlan } from '../../engine/core/plan'
import { rightsOf } from '../../engine/core/rights'
import type { Environment } from '../../engine/core/record/scope'
import { explainPage } from '../../engine/playground/explain/explainPage'
import { requestsOf } from '../../engine/playground/panels/operations'
import type { Explained } from '../../engine/playground/explain/explained'
import { everyRight as everySubMenu } from '../../engine/playground/preview/accounts'
import type { PlaygroundRole } from '../../engine/playground/contents'
import { createSampleServer } from '../../engine/playground/sample/sampleServer'
import { standardRoles } from '../playground/roles'
import { accountsWith, everyRight, type Rights } from './support/accounts'
import type { Method } from './support/client'
import { openGate, type Gate } from './support/decisions'
import { requestTo } from './support/endpoints'
import { describePlatform } from './support/platform'

const environment: Environment = { today: '2026-11-20', now: '2026-11-20T04:00:00.000Z', user: '1' }
/** Files are read and deleted by whoever may see their documents, whatever the screen that lists them says. */
const filesBase = '/file'
type Address = readonly [Method, string]

describePlatform('the preview as a role', (platform) => {
  it('shows the buttons whose endpoints the server lets the role call, and no other', async () => {
    const { plan } = platform()
    const roles: PlaygroundRole[] = [
      ...standardRoles(plan),
      { id: 'none', name: 'none', subMenus: [] },
      { id: 'all', name: 'all', subMenus: everySubMenu(plan) },
    ]
    const rights = roles.map(({ id }): Rights => (id === 'none' ? {} : id === 'all' ? everyRight(plan) : (plan.roles[id]?.menus ?? {})))
    const sessions = await accountsWith(platform(), rights)
    const gate = await openGate(platform())
    const samples = createSampleServer(plan, { environment, atLeast: 1 })
    const wrong: string[] = []
    const compared = { shown: 0, hidden: 0 }
    const without = new Set<string>()
    try {
      for (const [at, role] of roles.entries()) {
        const session = sessions[at]!
        const lets = remembered(gate, session)
        for (const screen of Object.values(plan.screens)) {
          for (const [explained, action] of buttonsOf(screen, role)) {
            const isShown = explained.rule !== 'right' && explained.rule !== 'menu'
            const addresses = addressesOf(screen, action, plan.screens)
            if (addresses.length === 0) without.add(`${screen.id} ${action.name}`)
            for (const address of addresses) {
              compared[isShown ? 'shown' : 'hidden']++
              if ((await lets(address)) !== isShown)
                wrong.push(`${role.name}: ${screen.id} ${action.name} ${address.join(' ')} shown: ${isShown}`)
            }
          }
        }
      }
    } finally {
      await gate.close()
    }
    expect(wrong).toEqual([])
    expect(Math.min(compared.shown, compared.hidden)).toBeGreaterThan(500)
    // Of what is drawn by the product's own code the schemas name no endpoint, nor of files, which are those of documents.
    expect([...without].filter((name) => !isOwnCode(name))).toEqual([])

    function isOwnCode(name: string): boolean {
      const [id = '', action = ''] = name.split(' ')
      const does = plan.screens[id]?.actions[action]?.does
      return (
        plan.screens[id]?.base === filesBase ||
        does?.kind === 'widget' ||
        does?.kind === 'link' ||
        (does?.kind === 'print' && 'page' in does)
      )
    }

    function buttonsOf(screen: ScreenPlan, role: PlaygroundRole): [Explained, ActionPlan][] {
      const entity = plan.entities[screen.entity]
      if (!entity) return []
      const parts = Object.values(screen.pages).flatMap((page) =>
        samples.rowsOf(entity).flatMap((record) => {
          const explained = explainPage({
            screen,
            entity,
            page: page satisfies PagePlan,
            mode: 'view',
            record,
            rights: rightsOf(role.subMenus, environment.user),
            outside: false,
            environment,
            titles: { dictionaries: plan.dictionaries },
          })
          // A page that is not opened has none of its buttons.
          const isShut = explained.some(({ kind, rule }) => kind === 'page' && rule === 'menu')
          return isShut
            ? namedOn(page).map((name): Explained => ({ kind: 'button', name, title: name, effect: 'hidden', rule: 'menu' }))
            : explained
        }),
      )
      return parts.flatMap((part): [Explained, ActionPlan][] => {
        const action = ['toolbar', 'batch', 'row', 'button'].includes(part.kind) ? screen.actions[part.name] : undefined
        return action ? [[part, action]] : []
      })
    }
  })
})

function namedOn(page: PagePlan): string[] {
  return page.kind === 'list' ? [...page.toolbar, ...page.rowActions, ...page.batchActions] : page.actions
}

/** A call is the same for all rows and pages that offer it. */
function remembered(gate: Gate, session: Parameters<Gate['lets']>[0]): (address: Address) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  return ([method, path]) => {
    const key = `${method} ${path}`
    const answer = known.get(key) ?? gate.lets(session, method, requestTo(method, path).path)
    known.set(key, answer)
    return answer
  }
}

/** What a button calls, or where it leads reads. */
function addressesOf(screen: ScreenPlan, action: ActionPlan, screens: Readonly<Record<string, ScreenPlan>>): Address[] {
  const { does } = action
  if (does.kind === 'view') return [['GET', `${screen.base}/{id}`]]
  if (screen.base === filesBase) return []
  if (does.kind !== 'list') return requestsOf(action, screen)
  const other = screens[does.screen]
  return other ? [['GET', `${other.base}/list`]] : []
}
