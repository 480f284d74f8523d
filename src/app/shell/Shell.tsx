/**
 * What stands around the pages (acceptance L1). Nothing here reads the whole address: going from page to page renders the breadcrumb, the
 * tabs and the menu's selection, and nothing else.
 *
 *   ┌─────────┬──────────────────────── Header 58 ┐
 *   │ Sidebar │ PageTabs 40                       │
 *   │ 200/64  │ body: window − 58 − 40 − 20       │
 *   └─────────┴──────────────────────── Footer 20 ┘
 *
 * On a narrow window the footer ends the page, so that it takes no line of the window.
 */
import { lazy, memo, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useApp, usePlaces, useProgram, useSession } from '../programContext'
import { NotFound } from '../pages/NotFound'
import { OpenPages } from '../pages/OpenPages'
import { PageSkeleton } from '../ui/PageSkeleton'
import { BusyBar } from './BusyBar'
import { Footer } from './Footer'
import { Header } from './Header'
import { keyOf, type ShellActs } from './keys'
import { MenuDrawer } from './MenuDrawer'
import { PageTabs } from './PageTabs'
import { Sidebar } from './Sidebar'
import './shell.css'

// Rarely opened, so not part of the first load.
const Palette = lazy(() => import('./Palette').then((module) => ({ default: module.Palette })))
const KeyList = lazy(() => import('./KeyList').then((module) => ({ default: module.KeyList })))
const Workbench = lazy(() => import('./Workbench').then((module) => ({ default: module.Workbench })))
const ChangePassword = lazy(() => import('./ChangePassword').then((module) => ({ default: module.ChangePassword })))

/** The same element each time, so that no page renders again because of it. */
const footer = <Footer />

export const Shell = memo(function Shell() {
  const { framed } = useProgram()
  const waiting = useSession((state) => state.phase === 'waiting')
  const mobile = useApp((state) => state.isNavbar)
  const [searching, setSearching] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  useKeys({ search: () => setSearching(true), showKeys: () => setShowsKeys(true) })

  if (framed) {
    return (
      <div className="app-framed" inert={waiting}>
        <Body />
        <Suspense fallback={null}>
          <ChangePasswordWhenAsked />
        </Suspense>
      </div>
    )
  }
  return (
    <div className="app-shell">
      <a className="app-skip" href="#app-body">
        跳到内容
      </a>
      <BusyBar />
      {mobile ? <MenuDrawer /> : <Sidebar />}
      <div className="app-main">
        <Header onSearch={() => setSearching(true)} />
        <PageTabs />
        <Body footer={mobile ? footer : undefined} />
        {!mobile && footer}
      </div>
      <Suspense fallback={null}>
        {searching && <Palette onClose={() => setSearching(false)} />}
        {showsKeys && <KeyList onClose={() => setShowsKeys(false)} />}
        <ChangePasswordWhenAsked />
      </Suspense>
    </div>
  )
})

function Body({ footer }: { footer?: ReactNode }) {
  const kind = usePlaces((state) => state.place?.kind)
  // Dictionaries and column settings are still loading: a page without them would render twice.
  const loaded = useSession((state) => state.phase === 'ready' || state.phase === 'waiting')
  // Until then the server refuses the requests of pages.
  const mustChangePassword = useSession((state) => state.mustChangePassword)
  const ready = loaded && !mustChangePassword
  return (
    <main id="app-body" className="app-body" tabIndex={-1}>
      {kind === 'notFound' && <NotFound />}
      {kind === 'workbench' && ready && (
        <Suspense fallback={<PageSkeleton list={false} />}>
          <Workbench footer={footer} />
        </Suspense>
      )}
      <OpenPages mayBegin={ready} footer={footer} />
    </main>
  )
}

function ChangePasswordWhenAsked() {
  const asked = useApp((state) => state.showModifyPwdModal)
  return asked ? <ChangePassword /> : null
}

function useKeys(acts: ShellActs): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (keyOf(event)?.act(acts)) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
