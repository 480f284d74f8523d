import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import type { Program } from './program'
import { ProgramContext } from './programContext'
import { Root } from './Root'

/** One route for all: which page an address means is decided by the plans, not by a tree of routes. */
export const routes = [{ path: '*', element: <Root /> }]

/** @returns takes it away */
export function drawProgram(element: HTMLElement, program: Program): () => void {
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <ProgramContext value={program}>
        <RouterProvider router={program.router} />
      </ProgramContext>
    </StrictMode>,
  )
  return () => root.unmount()
}
