import type { EngineCell } from '../../core/cellNames'
import { toDecimal } from '../../core/decimal'
import type { ClientExtensions } from '../context'
import { messages } from '../messages'
import { Progress } from '../ui/Progress'
import { readableSize } from '../ui/readableSize'

const cells: Readonly<Record<EngineCell, ClientExtensions['cells'][string]>> = {
  /** A fraction as a bar with its per cent. */
  progress: (column) => (value) => {
    const decimal = toDecimal(value)
    if (decimal === undefined) return messages.empty
    const percent = Math.floor(Number(decimal) * 100)
    return (
      <span className="engine-progress-cell">
        <Progress percent={percent} label={column.title} />
        {percent}%
      </span>
    )
  },
  /** Bytes as people say them. */
  fileSize: () => (value) => (typeof value === 'number' ? readableSize(value) : messages.empty),
}

/** Cells that columns of any product may name with `as`, beside those of the field types. */
export const namedCells: ClientExtensions['cells'] = cells
