import type { AskedLinesPlan } from '../../../core/plan'
import { useServices } from '../../context'
import { say } from '../../laterMessages'
import type { LinesModel } from '../model/linesModel'

/** Quick ways to fill rows that are there. */
export type LinesEntryPlan = Pick<AskedLinesPlan, 'fillAll' | 'scan'>

interface LinesEntryProps {
  lines: LinesModel
  plan: LinesEntryPlan
  /** Says which row the last scanned code led to. */
  scanned: string | undefined
  onCode: (code: string) => void
}

/** Above a line table: one button that fills all rows, and where a code is typed or read into. */
export function LinesEntry({ lines, plan: { fillAll, scan }, scanned, onCode }: LinesEntryProps) {
  const { notify } = useServices()
  if (!fillAll && !scan) return null

  function fill(): void {
    const rows = fillAll ? lines.fillEmpty(fillAll.values) : 0
    notify.note(rows > 0 ? say('lines.filledAll', { rows }) : say('lines.filledNone'), rows > 0 ? 'success' : 'info')
  }

  return (
    <div className="engine-lines-entry">
      {fillAll && (
        <button type="button" className="engine-button" onClick={fill}>
          {fillAll.title}
        </button>
      )}
      {scan && (
        <>
          <input
            type="text"
            className="engine-input engine-lines-scan"
            data-scan
            aria-label={say('lines.scan')}
            placeholder={say('lines.scanHint')}
            autoComplete="off"
            enterKeyHint="search"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              const code = event.currentTarget.value.trim()
              event.currentTarget.value = ''
              if (code !== '') onCode(code)
            }}
          />
          <span role="status" className="engine-lines-scanned">
            {scanned}
          </span>
        </>
      )}
    </div>
  )
}
