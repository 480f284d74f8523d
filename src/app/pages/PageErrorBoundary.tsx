import { Component, type ErrorInfo, type ReactNode } from 'react'
import { RequestError } from '../../../engine/client/request'
import { Button } from '../../../engine/client/ui/Button'
import { StatusPage } from '../ui/StatusPage'

interface PageErrorBoundaryProps {
  /** Input of the children: after a change, such as an edited plan, rendering is retried. */
  madeOf?: unknown
  /** Hears of what went wrong; children that are made of something else afterwards are drawn in place of the message. */
  onError?: ((error: Error) => void) | undefined
  children: ReactNode
}

interface PageErrorBoundaryState {
  error?: Error | undefined
  /** What was drawn last. */
  madeOf: unknown
}

/** Keeps a page's failure to the page: the shell and the other pages go on, and it can be tried again. */
export class PageErrorBoundary extends Component<PageErrorBoundaryProps, PageErrorBoundaryState> {
  override state: PageErrorBoundaryState = { madeOf: this.props.madeOf }

  static getDerivedStateFromProps({ madeOf }: PageErrorBoundaryProps, state: PageErrorBoundaryState): PageErrorBoundaryState | null {
    return madeOf === state.madeOf ? null : { madeOf, error: undefined }
  }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack)
    this.props.onError?.(error instanceof Error ? error : new Error(String(error)))
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    const retry = () => this.setState({ error: undefined })
    // A line that was down, or a newer build whose files have other names. Browsers remember that a module could not be fetched, so that only a
    // page that begins anew asks for it again.
    if (/dynamically imported module|module script failed|Importing a module/i.test(error.message)) {
      return (
        <StatusPage sign="更新" title="页面未能加载" actions={<ReloadButton look="primary" />}>
          网络中断，或平台刚刚更新。刷新后仍在此页，已输入的内容保存在本次登录的草稿中。
        </StatusPage>
      )
    }
    const unanswered = error instanceof RequestError
    return (
      <StatusPage
        sign={unanswered ? '更新' : '出错'}
        title={unanswered ? '页面未能加载' : '页面出错了'}
        actions={
          <>
            <Button look="primary" onClick={retry}>
              重试
            </Button>
            <ReloadButton />
          </>
        }
      >
        {unanswered
          ? '网络中断，或平台刚刚更新。请重试；仍不行时刷新浏览器。'
          : '已输入的内容保存在本次登录的草稿中。请重试；仍不行时联系客服并说明所做的操作。'}
      </StatusPage>
    )
  }
}

function ReloadButton({ look }: { look?: 'primary' }) {
  return (
    <Button look={look} onClick={() => window.location.reload()}>
      刷新浏览器
    </Button>
  )
}
