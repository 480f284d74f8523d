import { Button } from '../../../engine/client/ui/Button'
import { useProgram } from '../programContext'
import { StatusPage } from '../ui/StatusPage'
import '../embedded/embedded.css'

/**
 * In a frame the user signs in on the page around it. Until that hands over a token this stands before the pages, which keep what was typed
 * into them; most parents send it before this becomes visible.
 */
export function WaitingForParent() {
  const { embedding } = useProgram()
  return (
    <div className="app-waiting app-alone" role="status">
      <StatusPage
        sign="登录"
        title="等待登录"
        actions={
          <Button look="primary" onClick={() => embedding?.requestToken()}>
            重新获取
          </Button>
        }
      >
        请在所在系统中登录，登录后自动继续，已输入的内容会保留。
      </StatusPage>
    </div>
  )
}
