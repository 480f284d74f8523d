/**
 * The hand-written list in a shell of antd's parts. Who is signed in is asked for while the code of the list is on its way; both are
 * needed before it is drawn.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { lazy } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import '../../handwritten/pages.css'
import { sessionQuery } from './session'
import { Shell } from './Shell'
import './shell.css'

const pages = {
  list: () => import('../../handwritten/OrderList').then((module) => ({ default: module.OrderList })),
  edit: () => import('../../handwritten/OrderEdit').then((module) => ({ default: module.OrderEdit })),
}
const OrderList = lazy(pages.list)
const OrderEdit = lazy(pages.edit)

const queries = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 3000 } } })
void queries.prefetchQuery(sessionQuery)
if (window.location.pathname === '/order') void pages.list()

const router = createBrowserRouter([
  {
    path: '/',
    element: <Shell />,
    children: [
      { path: 'order', element: <OrderList /> },
      { path: 'order/edit', element: <OrderEdit /> },
    ],
  },
])

createRoot(document.getElementById('root')!).render(
  <ConfigProvider locale={zhCN}>
    <App>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </App>
  </ConfigProvider>,
)
