import { useState } from 'react'
import type { BrowserScreenPlan, FieldPlan, PickPlan } from '../../../core/plan'
import { Button } from '../../ui/Button'
import { useServices } from '../../context'
import { say } from '../../laterMessages'
import { lazyPart } from '../../ui/lazyPart'
import { fillFirst, unfilled } from '../model/fillFirst'
import type { LinesModel } from '../model/linesModel'
import type { FormModel } from '../model/formModel'

const PickDialog = lazyPart(() => import('./PickDialog').then((module) => module.PickDialog))

interface LinesPickProps {
  screen: BrowserScreenPlan
  pick: PickPlan
  lines: LinesModel
  model: FormModel
  /** It was pressed before these were filled. */
  onUnfilled: (fields: readonly FieldPlan[]) => void
}

/** Chooses several rows at once for a line table; what the choice depends on has to be filled first. */
export function LinesPick({ screen, pick, lines, model, onUnfilled }: LinesPickProps) {
  const { notify } = useServices()
  const [isOpen, setOpen] = useState(false)
  const { read } = model

  function open(): void {
    const missing = unfilled(model, pick.needed ?? pick.given, read)
    const hint = fillFirst(missing)
    if (hint === undefined) return setOpen(true)
    notify.warning(hint)
    onUnfilled(missing)
  }
  return (
    <>
      <Button onClick={open}>{say('pick.button', { title: pick.title })}</Button>
      {isOpen && <PickDialog {...{ screen, pick, lines, read }} onClose={() => setOpen(false)} />}
    </>
  )
}
