import { useEffect, useState } from 'react'
import { Button } from '../../../engine/client/ui/Button'
import { useProgram } from '../programContext'
import { StartScreen } from '../shell/StartScreen'
import { StatusPage } from '../ui/StatusPage'

/** Where a window of another program of the house arrives (acceptance L3); it stays only when the way in is shut. */
export function PartnerLoginPage() {
  const { navigate, partnerLogin } = useProgram()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    void partnerLogin.redeem().then(setProblem)
  }, [partnerLogin])

  if (problem === undefined) return <StartScreen />
  return (
    <main className="app-alone">
      <StatusPage
        sign="链接"
        title="未能登录"
        actions={
          <>
            <Button look="primary" onClick={() => navigate('/', { replace: true })}>
              进入平台首页
            </Button>
            <Button onClick={() => window.close()}>关闭窗口</Button>
          </>
        }
      >
        {problem}
      </StatusPage>
    </main>
  )
}
