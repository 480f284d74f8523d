import { DownOutlined, ReloadOutlined } from '@ant-design/icons'
import { Popover } from '../../../engine/client/ui/Popover'
import { useProgram } from '../programContext'

/** What can be done with the open pages. */
export function TabActions({ front, count }: { front: string; count: number }) {
  const { places, services } = useProgram()
  const refresh = (): void => {
    // Resets the page and its data.
    void services.queries.invalidateQueries({ refetchType: 'none' })
    places.refresh(front)
  }
  return (
    <div className="app-tab-actions">
      <button type="button" className="app-tool" aria-label="刷新当前页" title="刷新当前页" onClick={refresh}>
        <ReloadOutlined aria-hidden />
      </button>
      <Popover label="页签操作" className="app-tool" content={<DownOutlined aria-hidden />}>
        {(close) => {
          const item = (title: string, act: () => void, disabled = false) => (
            <button
              type="button"
              className="app-user-action"
              disabled={disabled}
              onClick={() => {
                close()
                act()
              }}
            >
              {title}
            </button>
          )
          return (
            <>
              {item('刷新', refresh)}
              {item('关闭当前', () => places.close(front), count === 1)}
              {item('关闭其他', () => void places.closeOthers(front), count === 1)}
              {item('关闭全部', () => void places.closeAll())}
            </>
          )
        }}
      </Popover>
    </div>
  )
}
