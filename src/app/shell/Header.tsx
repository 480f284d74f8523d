import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SearchOutlined,
  SunOutlined,
} from '@ant-design/icons'
import { memo, useEffect, useState, type ReactNode } from 'react'
import { useApp, useProgram } from '../programContext'
import { Bell } from './Bell'
import { Breadcrumb } from './Breadcrumb'
import { UserMenu } from './UserMenu'

/** Acceptance G4, L1: 58 px. */
export const Header = memo(function Header({ onSearch }: { onSearch: () => void }) {
  return (
    <header className="app-header">
      <MenuToggle />
      <Breadcrumb />
      <div className="app-header-tools">
        <button type="button" className="app-header-search" aria-label="搜索" onClick={onSearch} aria-keyshortcuts="Control+K">
          <SearchOutlined aria-hidden />
          <span>搜索菜单、单据</span>
          <kbd>Ctrl K</kbd>
        </button>
        <Bell />
        <FullscreenToggle />
        <ThemeToggle />
        <UserMenu />
      </div>
    </header>
  )
})

function MenuToggle() {
  const { actions } = useProgram()
  const mobile = useApp((state) => state.isNavbar)
  const collapsed = useApp((state) => state.inlineCollapsed)
  const drawer = useApp((state) => state.menuPopoverVisible)
  if (mobile) {
    return (
      <Tool label="打开菜单" expanded={drawer} onClick={actions.switchMenuPopver}>
        <MenuOutlined aria-hidden />
      </Tool>
    )
  }
  return (
    <Tool label={collapsed ? '展开侧栏' : '收起侧栏'} expanded={!collapsed} onClick={actions.switchSider}>
      {collapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
    </Tool>
  )
}

function ThemeToggle() {
  const { actions } = useProgram()
  const dark = useApp((state) => state.darkTheme)
  return (
    <Tool label={dark ? '切换到浅色主题' : '切换到深色主题'} onClick={actions.switchTheme}>
      {dark ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />}
    </Tool>
  )
}

function FullscreenToggle() {
  const [full, setFull] = useState(() => document.fullscreenElement !== null)
  useEffect(() => {
    const follow = (): void => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  if (!document.fullscreenEnabled) return null
  const toggle = async (): Promise<void> => {
    // A browser that refuses stays as it is.
    await (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined)
  }
  return (
    <Tool label={full ? '退出全屏' : '全屏'} className="app-header-wide" onClick={() => void toggle()}>
      {full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
    </Tool>
  )
}

interface ToolProps {
  label: string
  expanded?: boolean
  className?: string
  onClick: () => void
  children: ReactNode
}

function Tool({ label, expanded, className = '', onClick, children }: ToolProps) {
  return (
    <button type="button" className={`app-tool ${className}`} aria-label={label} title={label} aria-expanded={expanded} onClick={onClick}>
      {children}
    </button>
  )
}
