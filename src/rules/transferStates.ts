/** States of a transfer by the payment institution as refusals name them: code has no schema at hand where it refuses. */
const titles: Readonly<Record<string, string>> = {
  SCHEDULED: '已排期',
  PROCESSING: '处理中',
  SENT: '已汇出',
  PAID: '已到账',
  OVERDUE: '资金不足逾期',
  FAILED: '失败',
  CANCELLED: '已取消',
}

/** @param state of a transfer, or one that a notice tells; one that is not known is said as it is */
export function transferStateTitle(state: string): string {
  return titles[state] ?? state
}
