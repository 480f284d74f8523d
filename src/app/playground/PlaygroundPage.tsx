import { useCallback, useEffect, useState, type ComponentType } from 'react'
import { createStore } from '../../../engine/client/memory/storage'
import { Button } from '../../../engine/client/ui/Button'
import type { PlaygroundContents } from '../../../engine/playground/contents'
import { ReleasePanel } from '../../../engine/playground/release/ReleasePanel'
import { Workbench, type WorkbenchProps } from '../../../engine/playground/Workbench'
import { config } from '../config'
import { cspNonce } from '../cspNonce'
import { useApp, useProgram } from '../programContext'
import { StatusPage } from '../ui/StatusPage'
import { ProductPreview } from './ProductPreview'
import './playground.css'

const NAME = '界面工作台'

type Loaded = { contents: PlaygroundContents } | { failure: string } | undefined

interface PlaygroundPageProps {
  /** Another one in tests of what is around it. */
  workbench?: ComponentType<WorkbenchProps>
}

/** The workbench of schemas, on a page of its own with a way back. */
export function PlaygroundPage({ workbench: Bench = Workbench }: PlaygroundPageProps) {
  const { actions, navigate, request } = useProgram()
  const userId = useApp((state) => state.user?.userId ?? '')
  const dark = useApp((state) => state.darkTheme)
  const [loaded, setLoaded] = useState<Loaded>()
  const [storage] = useState(() => createStore(() => window.localStorage, `${config.storagePrefix}playground-${userId}-`))

  const load = useCallback(async (): Promise<void> => {
    const result = await request<PlaygroundContents>({ method: 'GET', url: '/api/playground/contents', quiet: true })
    // Who is at work goes on with what there is when it cannot be had anew.
    setLoaded((before) => {
      if (result.success) return { contents: result.body }
      return before && 'contents' in before ? before : { failure: result.message }
    })
  }, [request])
  useEffect(() => {
    document.title = `${NAME} - ${config.title}`
    // oxlint-disable-next-line react/set-state-in-effect -- what it sets comes from the server
    void load()
  }, [load])

  return (
    <div className="app-playground">
      <header className="app-playground-head" aria-label={NAME}>
        <Button onClick={() => navigate('/')}>返回平台</Button>
        <h1>{NAME}</h1>
        <Button look="text" onClick={actions.switchTheme}>
          {dark ? '浅色主题' : '深色主题'}
        </Button>
      </header>
      <main aria-label={NAME}>
        {loaded === undefined && (
          <p role="status" className="app-playground-wait">
            正在加载模式文件…
          </p>
        )}
        {loaded && 'failure' in loaded && (
          <StatusPage
            sign="!"
            title={`无法打开${NAME}`}
            actions={
              <Button look="primary" onClick={() => void load()}>
                重试
              </Button>
            }
          >
            {loaded.failure}
          </StatusPage>
        )}
        {loaded && 'contents' in loaded && (
          <Bench
            contents={loaded.contents}
            request={request}
            storage={storage}
            nonce={cspNonce()}
            preview={ProductPreview}
            release={ReleasePanel}
            onReleased={() => void load()}
          />
        )}
      </main>
    </div>
  )
}
