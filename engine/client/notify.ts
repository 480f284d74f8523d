import type { App } from 'antd'
import { createElement, type ReactNode } from 'react'
import { messages } from './messages'

type AntdApp = ReturnType<typeof App.useApp>

export interface Confirmation {
  title: string
  content?: ReactNode
  danger?: boolean
  /** What was typed would be lost: Enter keeps it, and the title of the dialog where it stands is not covered by the question. */
  discards?: boolean
  /** What is done, where the question is about an act: the button is named after it. */
  okText?: string
  cancelText?: string
  /** Runs while the dialog is open and its button shows that it is busy. */
  perform?: () => Promise<void>
}

/** What a message leads to. */
export interface NotifyLink {
  text: string
  onFollow: () => void
}

/** What tells the user something. One object for the life of the program, usable outside components too. */
export interface Notify {
  success: (text: string, link?: NotifyLink) => void
  error: (text: string, link?: NotifyLink) => void
  warning: (text: string) => void
  /** Notes: one at a time, and none within 2.5 s of another (acceptance E4). */
  note: (text: string, kind?: 'success' | 'error' | 'info') => void
  /** What came of an import (acceptance I3): where notes are, at once, in place of one that is still there. */
  outcome: (text: string, kind: 'success' | 'error') => void
  /** Resolves with true after 确定, or what it is called here (and `perform`), with false after 取消 and when the page is left by the browser's buttons. */
  confirm: (confirmation: Confirmation) => Promise<boolean>
  /** Connects it to the antd app that draws; `EngineProvider` does. */
  attach: (app: Pick<AntdApp, 'message' | 'modal'>) => void
}

/** For `App` of antd: how far from the top toasts hang, and how long (acceptance E4). */
export const toastConfig = { top: 65, duration: 3 }
/** Time to read a message and to follow its link. */
const LINK_SECONDS = 8
/** The same text within it is the same message. */
const AT_ONCE_MS = 1000
const NOTE_SECONDS = 2.5
const NOTES = 'engine-note'
const NOTE_TOP_PX = 100
/** Acceptance E5. */
const CONFIRM_WIDTH_PX = 416

/** Titles of open dialogs and drawers, and in drawers the summary of the record: they say what is decided on. What is closing does not count. */
const openHeads =
  ".ant-modal:not([class*='-leave']) :is(.ant-modal-title, .ant-modal-confirm-title), .ant-drawer-open :is(.ant-drawer-title, .engine-decision)"
const MESSAGE_HEIGHT_PX = 40

/** The head of a dialog stays to be read: a message that would cover it from there comes below, and stays where it came. */
function placed(top: number): { className?: string } {
  const covers = [...document.querySelectorAll(openHeads)].some((head) => {
    const place = head.getBoundingClientRect()
    return place.height > 0 && place.top < top + MESSAGE_HEIGHT_PX && place.bottom > top
  })
  return covers ? { className: 'engine-message-low' } : {}
}

export function createNotify(): Notify {
  let app: Pick<AntdApp, 'message' | 'modal'> | undefined
  let opened = 0
  /** The message in each slot, and since when: there is one slot for all notes, and one for each text of toasts. */
  const shown = new Map<string, { key: string; at: number }>()

  function msSinceShown(slot: string): number {
    return Date.now() - (shown.get(slot)?.at ?? Number.NEGATIVE_INFINITY)
  }
  function hide(slot: string): void {
    const message = shown.get(slot)
    if (message) app?.message.destroy(message.key)
    shown.delete(slot)
  }
  // Each under a key of its own: antd leaves a message that takes over a key no more than the time that its predecessor had left.
  function show(slot: string, message: Omit<Parameters<AntdApp['message']['open']>[0], 'key' | 'onClose'>): void {
    hide(slot)
    const key = `${slot}:${++opened}`
    shown.set(slot, { key, at: Date.now() })
    const onClose = (): void => {
      if (shown.get(slot)?.key === key) shown.delete(slot)
    }
    void app?.message.open({ ...message, key, onClose })
  }

  const toast = (type: 'success' | 'error' | 'warning') => (text: string, link?: NotifyLink) => {
    const slot = `${type}:${text}`
    // The same text at once is one toast: six failed requests of a page are one failure to the operator.
    if (!link && msSinceShown(slot) < AT_ONCE_MS) return
    const follow = (): void => {
      hide(slot)
      link?.onFollow()
    }
    const content = link
      ? [
          text,
          createElement(
            'button',
            { key: 'link', type: 'button', className: 'engine-link engine-message-link', onClick: follow },
            link.text,
          ),
        ]
      : text
    show(slot, { type, content, duration: link ? LINK_SECONDS : toastConfig.duration, ...placed(toastConfig.top) })
  }
  function showNote(text: string, type: 'success' | 'error' | 'info'): void {
    const style = { marginTop: NOTE_TOP_PX - toastConfig.top }
    show(NOTES, { type, content: text, duration: NOTE_SECONDS, style, ...placed(NOTE_TOP_PX) })
  }

  return {
    success: toast('success'),
    error: toast('error'),
    warning: toast('warning'),
    note(text, type = 'info') {
      if (msSinceShown(NOTES) >= NOTE_SECONDS * 1000) showNote(text, type)
    },
    outcome: showNote,
    confirm({ title, content, danger = false, discards = false, okText = messages.ok, cancelText = messages.cancel, perform }) {
      return new Promise((resolve) => {
        function close(yes: boolean): void {
          window.removeEventListener('popstate', leave)
          resolve(yes)
        }
        // When the page is left by the browser's buttons its confirmation closes too, so that it does not cover the next page.
        function leave(): void {
          dialog?.destroy()
          close(false)
        }
        window.addEventListener('popstate', leave)
        const dialog = app?.modal.confirm({
          title,
          content,
          width: CONFIRM_WIDTH_PX,
          centered: discards,
          focusable: { autoFocusButton: discards ? 'cancel' : 'ok' },
          okText,
          cancelText,
          okButtonProps: { danger },
          onOk: async () => {
            // What has begun is not taken back by leaving.
            window.removeEventListener('popstate', leave)
            await perform?.()
            close(true)
          },
          onCancel: () => close(false),
        })
      })
    },
    attach(next) {
      app = next
    },
  }
}
