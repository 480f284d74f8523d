import { useState } from 'react'
import type { BrowserScreenPlan } from '../../../core/plan'
import type { ImportedLine } from '../../../core/wire'
import { Button } from '../../ui/Button'
import { usePermission } from '../../context'
import { lazyPart } from '../../ui/lazyPart'
import { toJS } from '../model/formily'
import type { LinesModel } from '../model/linesModel'

const ImportDialog = lazyPart(() => import('../../exchange/ImportDialog').then((module) => module.ImportDialog))

interface LinesImportProps {
  screen: BrowserScreenPlan
  /** Of the import action. */
  action: string
  lines: LinesModel
}

/** Rows of a workbook into a line table (acceptance I3, code 1001): checked by the server against the rows that are here, then filled in. */
export function LinesImport({ screen, action: name, lines }: LinesImportProps) {
  const [isOpen, setIsOpen] = useState(false)
  const action = screen.actions[name]
  const isAllowed = usePermission(action?.permission)
  if (action?.does.kind !== 'import' || !isAllowed) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{action.title}</Button>
      {isOpen && (
        <ImportDialog
          title={action.title}
          plan={action.does}
          url={`${screen.base}/${name}`}
          extra={() => toJS(lines.rows())}
          onReturned={(data) => fillIn(lines, data)}
          onDone={() => undefined}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

/** Rows that were here are changed first: new ones would move them. */
function fillIn(lines: LinesModel, data: unknown): void {
  const returned = (data as { lines?: ImportedLine[] } | undefined)?.lines ?? []
  for (const { index, values } of returned) if (index !== undefined) lines.fill(index, [values])
  lines.fill(
    lines.rows().length,
    returned.flatMap(({ index, values }) => (index === undefined ? [values] : [])),
  )
  lines.dropUntouched()
}
