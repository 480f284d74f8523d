import {
  AppstoreOutlined,
  FullscreenOutlined,
  LogoutOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Avatar, Breadcrumb, Button, Dropdown, Layout, Menu, Spin, Tabs } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router-dom'
import type { HandwrittenSession } from '../answers'
import { sessionQuery } from './session'

const loading = <Spin fullscreen />
const userMenu = { items: [{ key: 'out', label: '退出登录', icon: <LogoutOutlined /> }] }

export function Shell() {
  const { data } = useQuery(sessionQuery)
  return data ? <SignedIn session={data} /> : loading
}

/** Menu, header, tabs of what is open, page and footer, as around the generated pages. */
function SignedIn({ session: { name, menus } }: { session: HandwrittenSession }) {
  const [folded, setFolded] = useState(false)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const items = useMemo(() => menus.map((menu) => ({ ...menu, icon: <AppstoreOutlined /> })), [menus])
  const branch = menus.find(({ children }) => children.some(({ key }) => key === pathname))
  const title = branch?.children.find(({ key }) => key === pathname)?.label
  return (
    <Layout className="shell">
      <Layout.Sider width={200} collapsedWidth={64} collapsed={folded}>
        <div className="shell-brand">采购</div>
        <Menu
          theme="dark"
          mode="inline"
          items={items}
          selectedKeys={[pathname]}
          defaultOpenKeys={branch ? [branch.key] : []}
          onClick={({ key }) => void navigate(key)}
        />
      </Layout.Sider>
      <Layout>
        <Layout.Header className="shell-header">
          <Button
            type="text"
            aria-label="侧栏"
            icon={folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
            onClick={() => setFolded(!folded)}
          />
          <Breadcrumb items={[{ title: branch?.label }, { title }]} />
          <Button icon={<SearchOutlined />}>搜索菜单</Button>
          <Button type="text" aria-label="全屏" icon={<FullscreenOutlined />} />
          <Button type="text" aria-label="深色主题" icon={<MoonOutlined />} />
          <Dropdown menu={userMenu} trigger={['click']}>
            <Button type="text" icon={<Avatar size="small">{name.slice(0, 1)}</Avatar>}>
              {name}
            </Button>
          </Dropdown>
        </Layout.Header>
        <Tabs type="editable-card" hideAdd size="small" items={[{ key: pathname, label: title, closable: false }]} />
        <Layout.Content className="shell-body">
          <Suspense>
            <Outlet />
          </Suspense>
        </Layout.Content>
        <Layout.Footer className="shell-footer">© 2026 采购平台 版权所有</Layout.Footer>
      </Layout>
    </Layout>
  )
}
