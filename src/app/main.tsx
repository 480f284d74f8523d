// Before the styles of its parts, which may differ from it.
import './app.css'
import 'dayjs/locale/zh-cn'
import dayjs from 'dayjs'
import { nonceForStyles } from './cspNonce'
import { drawProgram, routes } from './drawProgram'
import { framePath } from './framePath'
import { createProgram, startProgram } from './program'

dayjs.locale('zh-cn')
nonceForStyles()

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no element with the id root')

if (window.location.pathname === framePath) {
  const root = element
  void import('./previewFrame/frame').then(({ openFrame }) => openFrame(root))
} else {
  const program = createProgram(routes)
  startProgram(program)
  drawProgram(element, program)
}
