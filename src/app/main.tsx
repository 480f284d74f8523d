// Before the styles of its parts, which may differ from it.
import './app.css'
import 'dayjs/locale/zh-cn'
import dayjs from 'dayjs'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { nonceForStyles } from './cspNonce'
import { createProgram, startProgram } from './program'
import { ProgramContext } from './programContext'
import { Root } from './Root'

dayjs.locale('zh-cn')
nonceForStyles()

// One route for all: which page an address means is decided by the plans, not by a tree of routes.
const program = createProgram([{ path: '*', element: <Root /> }])
startProgram(program)

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no element with the id root')
createRoot(element).render(
  <StrictMode>
    <ProgramContext value={program}>
      <RouterProvider router={program.router} />
    </ProgramContext>
  </StrictMode>,
)
