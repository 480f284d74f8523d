import { useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { BrowserScreenPlan } from '../../core/plan'
import type { PrintResponse } from '../../core/wire'
import { useEnvironment } from '../context'
import { useColumnsContext } from '../table/useColumnsContext'
import { blocksOf, type Block } from './blocks'
import { BlockView } from './BlockView'
import { sayPrint } from '../printMessages'
import { paginate, type Measured, type Piece } from './paginate'
import { paperSize, type PaperSize } from './papers'

interface SheetsProps {
  screen: BrowserScreenPlan
  response: PrintResponse
  /** Names of the copies to print, for example 存根联; a single empty name when copies have none. */
  copies: readonly string[]
  /** The formatted time of printing. */
  printedAt: string
}

/** The sheets of all records and copies. The blocks are drawn once to be measured, and then again on their sheets. */
export function Sheets({ screen, response: { print, records, by }, copies, printedAt }: SheetsProps) {
  const columns = useColumnsContext(screen, screen.states)
  const environment = useEnvironment()
  const documents = useMemo(
    () => records.map((record) => blocksOf(print, record, { screen, columns, environment: environment() })),
    [print, records, screen, columns, environment],
  )
  const size = useMemo(() => paperSize(print.paper), [print.paper])
  const { ref, sheets } = useSheets(documents, size)
  const style = {
    '--engine-paper-width': `${size.width}mm`,
    '--engine-paper-height': `${size.height}mm`,
    '--engine-paper-margin': `${size.margin}mm`,
  } as CSSProperties
  const footer = sayPrint('print.by', { name: by, time: printedAt })
  return (
    <div style={style}>
      {/* Outside the dialog, whose opening movement would falsify what is measured. */}
      {sheets === undefined &&
        createPortal(
          <div ref={ref} className="engine-paper-measure" style={style} aria-hidden>
            {documents.map((blocks, index) => (
              <div key={index}>
                {blocks.map((block, place) => (
                  <BlockView key={place} block={block} />
                ))}
              </div>
            ))}
          </div>,
          document.body,
        )}
      {sheets?.map((pages, index) =>
        (copies.length === 0 ? [''] : copies).map((copy) =>
          pages.map((pieces, page) => (
            <Sheet key={`${index} ${copy} ${page}`} size={size} copy={copy} footer={footer} page={page + 1} pages={pages.length}>
              {pieces.map(({ block, rows }) => (
                <BlockView key={block} block={documents[index]?.[block] as Block} rows={rows} />
              ))}
            </Sheet>
          )),
        ),
      )}
    </div>
  )
}

interface SheetProps {
  size: PaperSize
  copy: string
  footer: string
  page: number
  pages: number
  children: ReactNode
}

function Sheet({ size, copy, footer, page, pages, children }: SheetProps) {
  return (
    <article className={`engine-paper ${size.className}`} aria-label={sayPrint('print.page', { page, pages })}>
      {copy && <p className="engine-paper-copy">{copy}</p>}
      {children}
      <footer className="engine-paper-foot">
        <span>{footer}</span>
        <span>{sayPrint('print.page', { page, pages })}</span>
      </footer>
    </article>
  )
}

/** The pieces on each sheet of each document; undefined while the blocks are drawn in `ref` to be measured. */
function useSheets(documents: readonly Block[][], { room }: PaperSize) {
  const ref = useRef<HTMLDivElement>(null)
  const [measured, setMeasured] = useState<{ of: readonly Block[][]; sheets: Piece[][][] }>()
  const sheets = measured?.of === documents ? measured.sheets : undefined
  useLayoutEffect(() => {
    if (sheets || !ref.current) return
    const drawn = [...ref.current.children].map((element) => [...element.children].map(measure))
    setMeasured({ of: documents, sheets: drawn.map((blocks) => paginate(blocks, room)) })
  }, [documents, room, sheets])
  return { ref, sheets }
}

/** The height of a block. Blocks have paddings and no margins, which would collapse, so the heights can be added up. */
function measure(element: Element): Measured {
  const heightOf = (part: Element | null | undefined): number => part?.getBoundingClientRect().height ?? 0
  if (!(element instanceof HTMLTableElement)) return { height: heightOf(element), leads: element.tagName === 'H2' }
  const rows = [...element.querySelectorAll('tbody > tr')].map(heightOf)
  const foot = heightOf(element.querySelector('tfoot'))
  // What is neither a row nor the foot counts as the head: the head itself and the padding of the table.
  const head = heightOf(element) - rows.reduce((sum, row) => sum + row, foot)
  return { head, rows, foot }
}
