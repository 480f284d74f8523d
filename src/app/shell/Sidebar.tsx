import { memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { config } from '../config'
import { useApp, useProduct, useProgram } from '../programContext'
import { AppLink } from './AppLink'
import { Logo } from '../ui/Logo'
import { MenuIcon } from './menuIcons'
import { menuTree, toggledOpenKeys, type MenuNode } from '../routing/menuTree'

/** The menu at the left (acceptance L1, L8): open with its branches, or folded to icons whose branches fly out. */
export const Sidebar = memo(function Sidebar() {
  const collapsed = useApp((state) => state.inlineCollapsed)
  return (
    <aside className={`app-sidebar${collapsed ? ' app-sidebar-folded' : ''}`}>
      <SidebarHead folded={collapsed} />
      <Menu folded={collapsed} />
    </aside>
  )
})

export function SidebarHead({ folded }: { folded: boolean }) {
  return (
    <AppLink href="/" className="app-brand" title={config.title}>
      <span className="app-logo-box">
        <Logo folded={folded} />
      </span>
      {!folded && <strong>{config.title}</strong>}
    </AppLink>
  )
}

interface MenuProps {
  folded: boolean
  /** A page was chosen. */
  onFollow?: () => void
}

export function Menu({ folded, onFollow }: MenuProps) {
  const { actions } = useProgram()
  const menus = useProduct((state) => state.menus)
  const subMenus = useApp((state) => state.user?.subMenu)
  const open = useApp((state) => state.navOpenKeys)
  const selected = useApp((state) => state.menuItemKey)
  const tree = useMemo(() => menuTree(menus, subMenus), [menus, subMenus])
  const toggle = (id: string): void => actions.handleNavOpenKeys(toggledOpenKeys(menus, open, id))

  return (
    <nav className="app-menu" aria-label="主菜单">
      <ul>
        {tree.map((node) =>
          folded && node.children.length > 0 ? (
            <FlyoutBranch key={node.menu.id} node={node} open={open} selected={selected} onToggle={toggle} />
          ) : (
            <Branch key={node.menu.id} node={node} level={0} open={open} selected={selected} onToggle={toggle} onFollow={onFollow} />
          ),
        )}
      </ul>
    </nav>
  )
}

interface BranchProps {
  node: MenuNode
  level: number
  open: readonly string[]
  selected: string
  onToggle: (id: string) => void
  onFollow?: () => void
}

function Branch({ node, level, open, selected, onToggle, onFollow }: BranchProps) {
  const { menu, children } = node
  const id = useId()
  if (children.length === 0) return <Leaf node={node} selected={selected} onFollow={onFollow} />
  const expanded = open.includes(menu.id)
  return (
    <li>
      <button
        type="button"
        className={`app-menu-branch${containsMenu(node, selected) ? ' app-menu-holds' : ''}`}
        aria-expanded={expanded}
        aria-controls={id}
        onClick={() => onToggle(menu.id)}
      >
        {level === 0 && <MenuIcon name={menu.icon} />}
        <span>{menu.name}</span>
        <i className="app-menu-caret" aria-hidden="true" />
      </button>
      <div className="app-menu-fold" data-open={expanded} inert={!expanded}>
        <ul id={id}>
          {children.map((child) => (
            <Branch
              key={child.menu.id}
              node={child}
              level={level + 1}
              open={open}
              selected={selected}
              onToggle={onToggle}
              onFollow={onFollow}
            />
          ))}
        </ul>
      </div>
    </li>
  )
}

function Leaf({ node: { menu }, selected, onFollow }: { node: MenuNode; selected: string; onFollow?: () => void }) {
  return (
    <li>
      <AppLink
        href={menu.router ?? '/'}
        className="app-menu-leaf"
        title={menu.mpid === -1 ? menu.name : undefined}
        current={menu.id === selected}
        blank={menu.blank}
        eager
        onFollow={onFollow}
      >
        {menu.mpid === -1 && <MenuIcon name={menu.icon} />}
        <span>{menu.name}</span>
      </AppLink>
    </li>
  )
}

/** Acceptance L2. */
const HOVER_MS = 100
/** Between a panel and the edge of the window. */
const EDGE_PX = 8

/** A branch of the folded menu: its pages appear beside it on hover, focus or press. */
function FlyoutBranch({ node, open, selected, onToggle }: Omit<BranchProps, 'level' | 'onFollow'>) {
  const { menu, children } = node
  const [beside, setBeside] = useState<number>()
  const panel = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => () => clearTimeout(timer.current), [])
  // It must fit on the window: the last entries of the menu have their pages above them.
  useLayoutEffect(() => {
    if (!panel.current || beside === undefined) return
    const lowest = window.innerHeight - panel.current.offsetHeight - EDGE_PX
    panel.current.style.top = `${Math.max(EDGE_PX, Math.min(beside, lowest))}px`
  })

  const show = (): void => {
    clearTimeout(timer.current)
    setBeside(button.current?.getBoundingClientRect().top ?? 0)
  }
  const later = (act: () => void): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, HOVER_MS)
  }
  const hide = (): void => {
    clearTimeout(timer.current)
    setBeside(undefined)
  }

  return (
    <li>
      <div
        role="presentation"
        onPointerEnter={(event) => event.pointerType === 'mouse' && later(show)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && later(hide)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) hide()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || beside === undefined) return
          hide()
          button.current?.focus()
        }}
      >
        <button
          ref={button}
          type="button"
          className={`app-menu-branch${containsMenu(node, selected) ? ' app-menu-holds' : ''}`}
          aria-label={menu.name}
          aria-expanded={beside !== undefined}
          aria-controls={beside === undefined ? undefined : id}
          onClick={() => (beside === undefined ? show() : hide())}
        >
          <MenuIcon name={menu.icon} />
        </button>
        {beside !== undefined && (
          // Takes the focus when its heading is pressed; otherwise the focus would be lost and the panel would close.
          <div ref={panel} id={id} className="app-menu-flyout" role="group" aria-label={menu.name} tabIndex={-1}>
            <b>{menu.name}</b>
            <ul>
              {children.map((child) => (
                <Branch key={child.menu.id} node={child} level={1} open={open} selected={selected} onToggle={onToggle} onFollow={hide} />
              ))}
            </ul>
          </div>
        )}
      </div>
    </li>
  )
}

function containsMenu({ menu, children }: MenuNode, selected: string): boolean {
  return menu.id === selected || children.some((child) => containsMenu(child, selected))
}
