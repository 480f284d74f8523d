import type { Finding } from './report'

/** A finding in a file of one kind shows in those of the later ones: what these name is declared there. */
const order = ['product', 'dictionaries', 'menus', 'groups', 'entities', 'ledgers', 'templates', 'screens', 'schedule', 'roles']

/** Codes of findings about a name that leads nowhere. */
const causes = new Set(['check.unknown', 'check.unknown-code', 'expression.unknown-name', 'check.menu-screen', 'check.menu-route'])

/** The code of the finding that a condition or a sum names a field without a column in the database. */
const notStored = 'expression.sql-name'

/** What follows such a word in a pointer was named by the author. */
const holders = new Set(['fields', 'lines', 'states', 'actions', 'types', 'buckets', 'balances', 'scope'])

/**
 * Without what is only said because a name is misspelt elsewhere: the right name is missed by others, the wrong one appears in what they
 * may name, what is declared with it is not what others need. A computed field whose value is wrong has no column either. One slip, one message.
 */
export function withoutConsequences(all: readonly Finding[]): Finding[] {
  const wrongValues = new Set(all.flatMap(wrongValueOf))
  const findings = all.filter(({ code, found }) => code !== notStored || !wrongValues.has(quotedIn(found)[0] ?? ''))
  const causesFound = findings.filter(({ code, name }) => causes.has(code) && name !== undefined)
  if (causesFound.length === 0) return findings
  return findings.filter(
    (finding) => !causesFound.some((cause) => cause !== finding && isBefore(cause, finding, findings) && follows(finding, cause)),
  )
}

/** The name of the computed field whose value the finding is about; lists that sum it or filter by it would report it again. */
function wrongValueOf({ code, pointer }: Finding): string[] {
  const [, field] = code === notStored ? [] : (/\/fields\/([^/]+)\/value$/.exec(pointer) ?? [])
  return field === undefined ? [] : [field]
}

function isBefore(cause: Finding, finding: Finding, findings: readonly Finding[]): boolean {
  if (!causes.has(finding.code) && isAllowedBy(cause, finding)) return true
  const [one, other] = [rankOf(cause), rankOf(finding)]
  if (one !== other) return one < other
  // Of two names of one kind of file that each miss the other, the first is told.
  return !(causes.has(finding.code) && follows(cause, finding)) || findings.indexOf(cause) < findings.indexOf(finding)
}

function rankOf({ source }: Finding): number {
  return order.indexOf(source.split('/', 1)[0] ?? '')
}

function follows(finding: Finding, cause: Finding): boolean {
  const { name = '', suggestion } = cause
  if (finding.source === cause.source && finding.pointer === cause.pointer && finding.offset === cause.offset) return false
  const words = new Set([...quotedIn(finding.found), ...(`${finding.found} ${finding.pointer}`.match(/[\w.-]+/g) ?? [])])
  if (words.has(name) || (suggestion !== undefined && words.has(suggestion))) return true
  if (isAllowedBy(cause, finding)) return true
  return declaredAt(cause).some((declared) => words.has(declared))
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/“([^”]+)”/g)].map(([, quoted = '']) => quoted)
}

/** The wrong name of the one is among what the other may name. */
function isAllowedBy({ name = '' }: Finding, { allowed }: Finding): boolean {
  return allowed !== undefined && allowed.split(', ').includes(name)
}

/** Names of the author's in the place of a finding: of the field, the action, … that is wrong. */
function declaredAt({ pointer }: Finding): string[] {
  const parts = pointer.split('/')
  return parts.filter((part, index) => holders.has(parts[index - 1] ?? '') && part !== '' && !/^\d+$/.test(part))
}
