import { formatDecimal, formatPercent, shiftDecimal } from '../../../../engine/core/decimal'
import type { InvoiceParty, InvoiceSheet, SheetLine } from '../../../rules/invoiceSheet'
import './invoice.css'

/** An invoice as it looks on paper, the same on the screen and from the printer: black on white in any theme. */
export function InvoiceSheetView({ sheet }: { sheet: InvoiceSheet }) {
  const facts: [string, string][] = [
    ...(sheet.code ? [['发票代码', sheet.code] as [string, string]] : []),
    ['发票号码', sheet.number],
    ['开票日期', sheet.date],
    ...(sheet.checkCode ? [['校验码', sheet.checkCode] as [string, string]] : []),
  ]
  return (
    <article className="app-invoice" aria-label={sheet.title}>
      <header className="app-invoice-head">
        <div className="app-invoice-mark">{sheet.mark && <span>{sheet.mark}</span>}</div>
        <h3>{sheet.title}</h3>
        <dl className="app-invoice-facts">
          {facts.map(([title, value]) => (
            <div key={title}>
              <dt>{title}：</dt>
              <dd>{value || '—'}</dd>
            </div>
          ))}
        </dl>
      </header>
      <div className="app-invoice-frame">
        <div className="app-invoice-parties">
          <Party title="购买方信息" party={sheet.buyer} />
          <Party title="销售方信息" party={sheet.seller} />
        </div>
        <Lines sheet={sheet} />
        <dl className="app-invoice-total">
          <dt>价税合计（大写）</dt>
          <dd>{sheet.totalInWords}</dd>
          <dt>（小写）</dt>
          <dd className="app-invoice-figure">{yuan(sheet.totalAmount)}</dd>
        </dl>
        <section className="app-invoice-strip">
          <h4>备注</h4>
          <div className="app-invoice-remarks">
            {sheet.remarks.map((remark) => (
              <p key={remark}>{remark}</p>
            ))}
          </div>
        </section>
      </div>
      <footer className="app-invoice-foot">
        <span>开票人：</span>
        {sheet.drawer || '—'}
      </footer>
    </article>
  )
}

function Party({ title, party }: { title: string; party: InvoiceParty }) {
  return (
    <section className="app-invoice-strip" aria-label={title}>
      <h4>{title}</h4>
      <dl className="app-invoice-party">
        <div>
          <dt>名称：</dt>
          <dd>{party.name}</dd>
        </div>
        <div>
          <dt>统一社会信用代码/纳税人识别号：</dt>
          <dd>{party.taxNo || '—'}</dd>
        </div>
      </dl>
    </section>
  )
}

const columns: { title: string; align: 'start' | 'center' | 'end'; width: string; text: (line: SheetLine) => string }[] = [
  { title: '项目名称', align: 'start', width: '22%', text: (line) => line.itemName },
  { title: '规格型号', align: 'start', width: '12%', text: (line) => line.spec },
  { title: '单位', align: 'center', width: '6%', text: (line) => line.unit },
  { title: '数量', align: 'end', width: '10%', text: (line) => plain(line.qty) },
  { title: '单价', align: 'end', width: '14%', text: (line) => plain(line.unitPrice) },
  { title: '金额', align: 'end', width: '15%', text: (line) => formatDecimal(line.netAmount, 2) },
  { title: '税率', align: 'center', width: '6%', text: (line) => formatPercent(line.taxRate, 0) },
  { title: '税额', align: 'end', width: '15%', text: (line) => formatDecimal(line.taxAmount, 2) },
]

function Lines({ sheet }: { sheet: InvoiceSheet }) {
  return (
    <div className="app-invoice-lines">
      <table>
        <thead>
          <tr>
            {columns.map(({ title, align, width }) => (
              <th key={title} scope="col" className={`app-invoice-${align}`} style={{ width }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.lines.map((line, index) => (
            <tr key={index}>
              {columns.map(({ title, align, text }) => (
                <td key={title} className={`app-invoice-${align}`}>
                  {text(line)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={5}>
              合　计
            </th>
            <td className="app-invoice-end">{yuan(sheet.netAmount)}</td>
            <td className="app-invoice-end" colSpan={2}>
              {yuan(sheet.taxAmount)}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function yuan(amount: string): string {
  return `¥${formatDecimal(amount, 2)}`
}

/** Without the zeros that a quantity or price does not need. */
function plain(value: string): string {
  return shiftDecimal(value, 0)
}
