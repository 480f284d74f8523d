export interface ParentEvidence {
  /** `location.ancestorOrigins`, nearest first; not every browser has it. */
  ancestorOrigins?: ArrayLike<string>
  /** `document.referrer`: the embedding page, unless it keeps its address to itself. */
  referrer: string
}

/**
 * Which of the configured origins embeds the program. `elsewhere`: certainly none of them, so the program is not embedded by anybody it
 * knows. `unknown`: one of them perhaps, but a message must not be sent to it by guess.
 */
export function findParentOrigin(
  configured: readonly string[],
  { ancestorOrigins, referrer }: ParentEvidence,
): { origin: string } | 'elsewhere' | 'unknown' {
  const parent = ancestorOrigins?.[0]
  if (parent !== undefined) return configured.includes(parent) ? { origin: parent } : 'elsewhere'
  const referring = URL.canParse(referrer) ? new URL(referrer).origin : undefined
  if (referring !== undefined && configured.includes(referring)) return { origin: referring }
  // A message is delivered to the origin that it names, or not at all.
  const [only, ...others] = configured
  if (only === undefined) return 'elsewhere'
  return others.length === 0 ? { origin: only } : 'unknown'
}
