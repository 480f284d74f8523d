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
    // The server has a newer build, and the requested chunk no longer exists; or the plan of the page was not answered.
    const outdated =
      error instanceof RequestError || /dynamically imported module|module script failed|Importing a module/i.test(error.message)
    return (
      <StatusPage
        sign={outdated ? '更新' : '出错'}
        title={outdated ? '页面未能加载' : '页面出错了'}
        actions={
          <>
            <Button look="primary" onClick={() => this.setState({ error: undefined })}>
              重试
            </Button>
            <Button onClick={() => window.location.reload()}>刷新浏览器</Button>
          </>
        }
      >
        {outdated
          ? '网络中断，或平台刚刚更新。请重试；仍不行时刷新浏览器。'
          : '已输入的内容保存在本次登录的草稿中。请重试；仍不行时联系客服并说明所做的操作。'}
      </StatusPage>
    )
  }
}
