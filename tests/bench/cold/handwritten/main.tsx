/**
 * The hand-written list in a shell of antd's parts. Who is signed in is asked for while the code of the list is on its way; both are
 * needed before it is drawn.
 */
import { lazy } from 'react'
import { createBrowserRouter } from 'react-router-dom'
import { drawProgram, queries } from '../../handwritten/program'
import { sessionQuery } from './session'
import { Shell } from './Shell'
import './shell.css'

const pages = {
  list: () => import('../../handwritten/OrderList').then((module) => ({ default: module.OrderList })),
  edit: () => import('../../handwritten/OrderEdit').then((module) => ({ default: module.OrderEdit })),
}
const OrderList = lazy(pages.list)
const OrderEdit = lazy(pages.edit)

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

drawProgram(router)
