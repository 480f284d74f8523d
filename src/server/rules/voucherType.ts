import { voucherEventOf } from '../../rules/voucher/events'
import { summaryNames, unknownPlaceholders } from '../../rules/voucher/summary'
import { balances, foreignEntries } from '../../rules/voucher/template'
import type { SaveRule } from '../ruleTypes'

/** E.5: a template takes only what its event is booked by, and balances whatever the document (domain 60, certificateType). */
export const saveVoucherType: SaveRule<'voucherType'> = (tools, { values }) => {
  const unknown = unknownPlaceholders(values.summaryTemplate ?? '')
  if (unknown.length > 0)
    tools.invalid('summaryTemplate', `摘要模板不认识 {${unknown[0]}}，可用 ${summaryNames.map((name) => `{${name}}`).join('、')}`)
  if (!values.bizEvent) {
    if (values.entries.length > 0) tools.invalid('entries', '没有业务事件的凭证类型由人填写分录，没有分录模板')
    return
  }
  const event = voucherEventOf(values.bizEvent)
  if (!event) return tools.invalid('bizEvent', '该业务事件没有取数键，不能自动生成凭证')
  const [foreign] = foreignEntries(event, values.entries)
  if (foreign !== undefined)
    tools.invalid(
      `entries.${foreign}.amountField`,
      event.keys.length > 0 ? `该业务事件的取数键为 ${event.keys.join('、')}` : '该业务事件不生成凭证，没有取数键',
    )
  if (values.autoGenerate && values.entries.length === 0) tools.invalid('entries', '自动生成的凭证类型须有分录模板')
  if (!balances(event, values.entries)) tools.invalid('entries', `借贷取数不能平：${equationText(event.equation)}`)
}

function equationText(equation: readonly [readonly string[], readonly string[]] | undefined): string {
  const each = '每个取数键借贷须各出现一次'
  return equation ? `${each}，或按 ${equation[0].join('+')} = ${equation[1].join('+')} 成组出现在两侧` : each
}
