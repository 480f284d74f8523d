/** Runs in a page before its program does: notes when what the window waits for was painted, counted from the begin of the navigation. */
import { documentIs, nextFrame, shown } from './seen'

declare global {
  interface Window {
    /** Set before this runs. */
    awaited: string
    arrived: Promise<number>
  }
}

async function arrival(): Promise<number> {
  await documentIs(() => shown(window.awaited) !== undefined, window.awaited)
  await nextFrame()
  await nextFrame()
  return performance.now()
}

window.arrived = arrival()
