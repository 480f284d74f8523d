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
  // Of a program that was replaced while the page around it was open there is no frame any more.
  import('./previewFrame/frame').then(
    ({ openFrame }) => openFrame(root),
    () => (root.textContent = '预览未能载入：网络中断，或程序已更新，请刷新页面'),
  )
} else {
  const program = createProgram(routes)
  startProgram(program)
  drawProgram(element, program)
}
