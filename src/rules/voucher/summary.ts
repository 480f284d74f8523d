/** What the summary of a voucher type may name, and where in a document it is found. */
export const summaryNames = ['docNo', 'borrower', 'event'] as const

type SummaryName = (typeof summaryNames)[number]

/** Placeholders that nothing would be put in for. */
export function unknownPlaceholders(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !summaryNames.some((known) => known === name))
}

/** The summary of a voucher, at most as long as it may be; what a document does not say leaves no blank at either end. */
export function summaryOf(template: string | null | undefined, values: Record<SummaryName, string>): string {
  const text = (template || '{event} {docNo}').replace(/\{(\w+)\}/g, (hole, name: string) =>
    Object.hasOwn(values, name) ? values[name as SummaryName] : hole,
  )
  return text.trim().slice(0, 200)
}
