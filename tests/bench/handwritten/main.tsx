/**
 * The same list and form as an experienced developer writes them by hand with antd 6: its Table and Form, TanStack Query, lazy routes,
 * options and columns outside of components, fields that subscribe to what they depend on. Nothing here is slower than it needs to be.
 */
import { lazy, Suspense } from 'react'
import { createBrowserRouter, Outlet, useNavigate } from 'react-router-dom'
import { drawProgram, queries } from './program'
import { Links } from '../Links'

const OrderList = lazy(() => import('./OrderList').then((module) => ({ default: module.OrderList })))
const OrderEdit = lazy(() => import('./OrderEdit').then((module) => ({ default: module.OrderEdit })))
const LargeEdit = lazy(() => import('./LargeEdit').then((module) => ({ default: module.LargeEdit })))

function Shell() {
  const navigate = useNavigate()
  function close(): void {
    queries.clear()
    void navigate('/')
  }
  return (
    <>
      <Links onClose={close} />
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  )
}

const router = createBrowserRouter([
  {
    path: '/',
    element: <Shell />,
    children: [
      { index: true, element: <h1 id="welcome">欢迎</h1> },
      { path: 'order', element: <OrderList /> },
      { path: 'order/edit', element: <OrderEdit /> },
      { path: 'large/edit', element: <LargeEdit /> },
    ],
  },
])

drawProgram(router)
