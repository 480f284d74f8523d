import { useEffect, useEffectEvent, useRef } from 'react'
import { useServices } from '../../context'
import { writeDraft } from '../model/draft'
import type { FormModel } from '../model/formModel'

/** Long enough not to be in the way of typing, short enough that a crash costs a word. */
const WRITE_AFTER_MS = 400

interface DraftKeeper {
  /** The form was saved: its draft is gone and nothing more is kept. */
  finish: () => void
  /** It is typed on after all. */
  goOn: () => void
}

/** Keeps what is typed in the session store while the form is open: shortly after each input, on request, and when the page is closed. */
export function useDraft(model: FormModel, key: string, idempotencyKey: () => string): DraftKeeper {
  const { storage, drafts } = useServices()
  const finished = useRef(false)

  const keep = useEffectEvent(() => writeDraft(storage, key, model, idempotencyKey()))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function write(): void {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      if (!finished.current) keep()
    }
    const stop = model.onInput(() => {
      clearTimeout(timer)
      timer = setTimeout(write, WRITE_AFTER_MS)
    })
    const leave = drafts.add(write)
    window.addEventListener('pagehide', write)
    return () => {
      leave()
      write()
      stop()
      window.removeEventListener('pagehide', write)
    }
  }, [model, drafts])

  return {
    finish() {
      finished.current = true
      storage.remove(key)
    },
    goOn() {
      finished.current = false
    },
  }
}
