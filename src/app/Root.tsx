/** What the router draws at every address: the session decides whether, the places decide what. */
import { toastConfig } from '../../engine/client/notify'
import { LoadingOutlined } from '@ant-design/icons'
import { App as AntdApp, ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { lazy, memo, Suspense, useMemo } from 'react'
import { rightsOf } from '../../engine/core/rights'
import { EngineProvider } from '../../engine/client/EngineProvider'
import { withButtonList } from './embedded/buttonList'
import { useButtonList } from './shell/useButtonList'
import { WaitingForParent } from './shell/WaitingForParent'
import { cspNonce } from './cspNonce'
import { useApp, usePlaces, useProgram, useSession } from './programContext'
import { PreviewFrame } from './shell/PreviewFrame'
import { NoPermission } from './pages/NoPermission'
import { OpenPage } from './pages/OpenPage'
import { PageErrorBoundary } from './pages/PageErrorBoundary'
import { Shell } from './shell/Shell'
import { StartFailed } from './shell/StartFailed'
import { StartScreen } from './shell/StartScreen'
import { darkTheme, lightTheme } from './theme'

const PartnerLoginPage = lazy(() => import('./login/PartnerLoginPage').then((module) => ({ default: module.PartnerLoginPage })))
const PlaygroundPage = lazy(() => import('./playground/PlaygroundPage').then((module) => ({ default: module.PlaygroundPage })))
const LoginPage = lazy(() => import('./login/LoginPage').then((module) => ({ default: module.LoginPage })))

const csp = { nonce: cspNonce() }

/**
 * 确定, not 确 定: like the engine's own buttons. The icon of a busy button comes and goes at once: antd's own leaves with a transition
 * that never ends when the answer is faster than it, and stays in the button's name.
 */
const button = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> }

export const Root = memo(function Root() {
  const dark = useApp((state) => state.darkTheme)
  return (
    <ConfigProvider locale={zhCN} theme={dark ? darkTheme : lightTheme} csp={csp} button={button}>
      <AntdApp className={dark ? 'app-root app-dark' : 'app-root'} message={toastConfig}>
        <Providers />
      </AntdApp>
    </ConfigProvider>
  )
})

/** Does not read the theme: choosing another renders antd's own parts and no page. */
const Providers = memo(function Providers() {
  const { services } = useProgram()
  const subMenu = useApp((state) => state.user?.subMenu)
  const userId = useApp((state) => state.user?.userId)
  const dictionaries = useSession((state) => state.dictionaries)
  const buttons = useButtonList()
  const rights = useMemo(() => withButtonList(rightsOf(subMenu, userId), buttons, subMenu), [subMenu, userId, buttons])
  return (
    <EngineProvider services={services} rights={rights} dictionaries={dictionaries}>
      <PageErrorBoundary>
        <PreviewFrame>
          <Scene />
        </PreviewFrame>
      </PageErrorBoundary>
    </EngineProvider>
  )
})

function Scene() {
  const place = usePlaces((state) => state.place)
  const phase = useSession((state) => state.phase)
  const loaded = useApp((state) => state.userDetail !== undefined)
  switch (place?.kind) {
    case 'login':
      return (
        <Suspense fallback={<StartScreen />}>
          <LoginPage />
        </Suspense>
      )
    case 'partnerLogin':
      return (
        <Suspense fallback={<StartScreen />}>
          <PartnerLoginPage />
        </Suspense>
      )
    case 'noPermission':
      return <NoPermission />
    case 'openPage':
      return <OpenPage match={place.match} />
    case 'playground':
    case 'page':
    case 'workbench':
    case 'notFound':
    case undefined:
      if (phase === 'failed') return <StartFailed />
      if (phase === 'waiting' && !loaded) return <WaitingForParent />
      if (phase === 'asking' || place === undefined) return <StartScreen />
      if (place.kind === 'playground')
        return (
          <Suspense fallback={<StartScreen />}>
            <PlaygroundPage />
          </Suspense>
        )
      // The pages stay where they are in the tree, and so as they are, while a token is waited for.
      return (
        <>
          <Shell />
          {phase === 'waiting' && <WaitingForParent />}
        </>
      )
  }
}
