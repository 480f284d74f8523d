/**
 * The frame of the playground's preview: the product itself, over a server in the page. The playground around it says what is shown, for whom and
 * in which state; nothing of the browser's own session reaches it.
 */
import { createMemoryRouter } from 'react-router-dom'
import { browserPlan, routesOf } from '../../../engine/core/compile'
import type { ProductPlan } from '../../../engine/core/plan'
import { toFrame, type FrameState, type FromFrame } from '../../../engine/playground/preview/frameMessages'
import { withParts } from '../../../engine/playground/preview/planParts'
import { drawProgram, routes } from '../drawProgram'
import { memoryStore } from '../memoryStore'
import { createProgram, startProgram, type Program } from '../program'
import { config } from '../config'
import { pageKinds } from '../routing/pageKinds'
import { createFrameServer, type FrameServer } from './frameServer'
import { sampleDetail } from './sampleAccount'

const DENSITY = 'list:density'

/**
 * Waits for the playground's word and draws; outside of a frame of our own page it says that this is none to be opened.
 * @returns takes away what is drawn
 */
export function openFrame(element: HTMLElement, here: Window = window): () => void {
  const { parent } = here
  if (!isOurs(here, parent)) {
    element.textContent = '此页面只在界面工作台的预览中使用'
    return () => undefined
  }
  const say = (message: FromFrame): void => parent.postMessage(message, here.location.origin)
  let shown: Shown | undefined
  let plan: ProductPlan | undefined
  here.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== parent || origin !== here.location.origin) return
    const message = toFrame(data)
    if (message?.type === 'playground:plan') {
      plan = withParts(plan, message.parts)
      shown?.showPlan(plan)
    } else if (message?.type === 'playground:state' && plan) {
      if (shown) shown.showState(message.state)
      else shown = draw(element, plan, message.state, { say, embedded: new URLSearchParams(here.location.search).has('embedded') })
    }
  })
  say({ type: 'playground:ready' })
  // While the playground judges; what does not come now is asked for when a page is drawn.
  for (const { load } of [pageKinds.list, pageKinds.record]) void load().catch(() => undefined)
  return () => shown?.end()
}

/** A page of another origin cannot be asked where it is. */
function isOurs(here: Window, parent: Window): boolean {
  try {
    return parent !== here && parent.location.origin === here.location.origin
  } catch {
    return false
  }
}

interface Shown {
  end: () => void
  showPlan: (plan: ProductPlan) => void
  showState: (state: FrameState) => void
}

function draw(
  element: HTMLElement,
  firstPlan: ProductPlan,
  first: FrameState,
  { say, embedded }: { say: (message: FromFrame) => void; embedded: boolean },
): Shown {
  let plan = firstPlan
  let state = first
  const server = createFrameServer({ plan, state, onEnded: () => say({ type: 'playground:ended' }) })
  const program = createInner(state, server, embedded)
  program.preferences.set(DENSITY, state.density)
  startProgram(program, false)
  const end = drawProgram(element, program)
  tellWhere(program, say)

  return {
    end,
    showPlan(next) {
      const before = plan
      plan = next
      server.show(plan, state)
      takePlan(program, before, plan)
    },
    showState(next) {
      const before = state
      state = next
      server.show(plan, state)
      takeState(program, before, state)
    },
  }
}

function createInner(state: FrameState, server: FrameServer, framed: boolean): Program {
  const [tab, local] = [memoryStore(), memoryStore()]
  // Something that says that somebody is signed in; where it is needed the server puts the preview's own in its place.
  tab.set(config.tokenName, 'preview')
  local.set('darkTheme', state.dark)
  return createProgram(routes, {
    tab,
    local,
    fetch: server.fetch,
    router: (given) => createMemoryRouter(given, { initialEntries: [state.page] }),
    framed,
  })
}

/** Draws edited screens where they are, with what is typed into them. Menus and addresses are looked at only when they have changed. */
function takePlan(program: Program, before: ProductPlan, plan: ProductPlan): void {
  const { screens, services, session } = program
  const placed = ({ menus, screens: all }: ProductPlan): string => JSON.stringify([menus, routesOf(all), Object.keys(all)])
  const isPlacedAnew = plan.screens !== before.screens && placed(plan) !== placed(before)
  for (const [id, screen] of Object.entries(plan.screens)) {
    if (before.screens[id] === screen) continue
    screens.replace(id, browserPlan(screen))
    void services.queries.invalidateQueries({ queryKey: ['screen', id] })
  }
  if (isPlacedAnew || plan.dictionaries !== before.dictionaries) void session.refresh()
  // What pages show is asked again; they go on with what they have meanwhile.
  void services.queries.invalidateQueries()
}

function takeState(program: Program, before: FrameState, state: FrameState): void {
  const { store, places, services, preferences, navigate } = program
  if (state.dark !== store.getState().darkTheme) store.setState({ darkTheme: state.dark })
  if (state.density !== before.density) preferences.set(DENSITY, state.density)
  const { user } = store.getState()
  const isAnother = state.subMenus !== before.subMenus && JSON.stringify(state.subMenus) !== JSON.stringify(before.subMenus)
  if (user && isAnother) store.setState({ user: { ...user, subMenu: state.subMenus } })
  if (state.outside !== before.outside) store.setState({ userDetail: sampleDetail(state.outside) })
  const isAnew = isAnother || state.outside !== before.outside || state.data !== before.data || state.token !== before.token
  if (isAnew) void services.queries.resetQueries()
  if (state.page !== before.page || state.visit !== before.visit) navigate(state.page)
  else if (isAnew) places.reconsider()
  const page = places.current()
  if (page && state.outside !== before.outside) places.refresh(page.key)
}

function tellWhere({ router }: Program, say: (message: FromFrame) => void): void {
  let last: string | undefined
  const tell = (): void => {
    const { pathname, search } = router.state.location
    if (pathname + search === last) return
    last = pathname + search
    say({ type: 'playground:at', page: last })
  }
  tell()
  router.subscribe(tell)
}
