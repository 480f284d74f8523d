import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'

/** Puts a page into a router of its own, as forms need one that can hold back a navigation. */
export function inRouter(page: ReactNode, entries: string[] = ['/here']) {
  const router = createMemoryRouter(
    [
      { path: '/here', element: page },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: entries },
  )
  return { router, element: <RouterProvider router={router} /> }
}
