import { lazy, Suspense, useState } from 'react'
import { isBlank } from '../../core/fields'
import type { BrowserScreenPlan, PickPlan } from '../../core/plan'
import type { Read } from '../../core/record/scope'
import { Button } from '../actions/Button'
import { useServices } from '../context'
import { say } from '../laterMessages'
import type { LinesModel } from './linesModel'

const PickDialog = lazy(() => import('./PickDialog').then((module) => ({ default: module.PickDialog })))

interface LinesPickProps {
  screen: BrowserScreenPlan
  pick: PickPlan
  lines: LinesModel
  /** A field of the record. */
  read: Read
}

/** Chooses several rows at once for a line table; what the choice depends on has to be filled first. */
export function LinesPick({ screen, pick, lines, read }: LinesPickProps) {
  const { notify } = useServices()
  const [isOpen, setOpen] = useState(false)

  function open(): void {
    const missing = pick.given.filter((name) => isBlank(read(name)))
    if (missing.length === 0) return setOpen(true)
    notify.warning(say('form.fillFirst', { titles: missing.map((name) => `“${titleOf(screen, name)}”`).join(say('enumerate')) }))
  }
  return (
    <>
      <Button onClick={open}>{say('pick.button', { title: pick.title })}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PickDialog {...{ screen, pick, lines, read }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** A field of the record as a page of the screen shows it. */
function titleOf({ pages }: BrowserScreenPlan, name: string): string {
  const items = Object.values(pages).flatMap((page) => (page.kind === 'record' ? page.sections.flatMap((section) => section.items) : []))
  return items.find(({ field }) => field.name === name)?.field.title ?? name
}
