/**
 * Runs in the page of either contestant before its program does: answers requests from fixed data, and measures from an operator's act to
 * the frame after what was waited for is in the document. The same code for all, so that the ratios can be trusted.
 */
import { answerTo } from './api'
import { documentIs, nextFrame, shown } from './seen'

/** What is done, and what is waited for. */
export interface Step {
  /** Clicked. */
  click?: string
  /** Typed into, as one stroke: its text becomes this. */
  type?: { into: string; text: string }
  /** In the document and visible when it is done. */
  until: string
  /** Its text, or value of an input, is no longer what it was before. */
  changes?: boolean
}

export interface Probe {
  /** Milliseconds. */
  measure: (step: Step) => Promise<number>
  /** The same without looking at the clock: the way to what is measured. */
  perform: (step: Step) => Promise<void>
  /** Scrolls what holds the element, a notch of a wheel with each frame. @returns milliseconds that each frame took */
  scroll: (within: string) => Promise<number[]>
}

declare global {
  interface Window {
    probe: Probe
  }
}

/** A notch of a mouse wheel, in px. */
const NOTCH = 120
const NOTCHES = 60

/** Longer than any timer that follows a page's own work, such as the writing of a draft. */
const SETTLE_MS = 60
/** Longer than what lights up or fades takes; what is hidden meanwhile may never end. */
const LONGEST_MOVE_MS = 350
/** Longer than a beat of the screen: after a frame in which nothing changed, the next one waits for the beat, however soon there is something to draw. */
const BEAT_MS = 25

window.fetch = async (input) => {
  const url = new URL(input instanceof Request ? input.url : input, window.location.href)
  return new Response(answerTo(url), { headers: { 'content-type': 'application/json' } })
}

window.probe = {
  async measure(step) {
    await settled()
    const before = step.changes ? textOf(step.until) : undefined
    const isDone = (): boolean => shown(step.until) !== undefined && (before === undefined || textOf(step.until) !== before)
    const start = performance.now()
    act(step)
    await documentIs(isDone, JSON.stringify(step))
    await nextFrame()
    await nextFrame()
    return performance.now() - start
  },
  async perform(step) {
    await window.probe.measure(step)
  },
  async scroll(within) {
    await settled()
    const holder = scrollerOf(found(within))
    const frames: number[] = []
    await nextFrame()
    let last = performance.now()
    for (let notch = 1; notch <= NOTCHES; notch++) {
      // Not from where it is: a list that sets its place itself may be a frame behind.
      holder.scrollTop = NOTCH * notch
      await nextFrame()
      const now = performance.now()
      frames.push(now - last)
      last = now
    }
    if (holder.scrollTop < NOTCH * (NOTCHES - 1)) throw new Error(`${within} could be scrolled to ${holder.scrollTop} px only`)
    return frames
  },
}

function scrollerOf(element: Element): Element {
  for (let holder = element.parentElement; holder; holder = holder.parentElement)
    if (holder.scrollHeight > holder.clientHeight + NOTCH * NOTCHES && getComputedStyle(holder).overflowY !== 'visible') return holder
  return document.scrollingElement ?? document.documentElement
}

function act({ click, type }: Step): void {
  if (click !== undefined) found<HTMLElement>(click).click()
  if (type !== undefined) {
    const input = found<HTMLInputElement>(type.into)
    input.focus()
    // React listens to the property of the prototype, which its own one hides.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, type.text)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: type.text.at(-1) ?? '' }))
  }
}

function found<E extends Element>(selector: string): E {
  const element = shown(selector)
  if (!element) throw new Error(`Nothing to be seen is ${selector}`)
  return element as E
}

function textOf(selector: string): string {
  const element = shown(selector)
  return (element instanceof HTMLInputElement ? element.value : element?.textContent) ?? ''
}

/** What the last act left to do is done, and what it has moved stands still: while a frame lights up, each picture costs the next act its time. */
async function settled(): Promise<void> {
  const moving = document.getAnimations().filter(({ playState, effect, timeline }) => {
    // What follows a scrolled row waits for a hand.
    return timeline === document.timeline && playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)
  })
  await Promise.race([
    Promise.allSettled(moving.map(({ finished }) => finished)),
    new Promise((resolve) => setTimeout(resolve, LONGEST_MOVE_MS)),
  ])
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  await new Promise((resolve) => requestIdleCallback(resolve))
  await new Promise((resolve) => setTimeout(resolve, BEAT_MS))
}
