import { formatProblem } from '../../engine/spec/problem'
import { lineAt, type Mutant } from './mutant'
import type { Verdict } from './verdict'

export interface Summary {
  mutants: number
  refused: number
  crashes: number
  medianMessages: number
  mostMessages: number
  /** Of the refused ones, those whose first message stands on the line of the slip. */
  onLine: number
}

export function summaryOf(verdicts: readonly Verdict[]): Summary {
  const refused = verdicts.filter(({ problems }) => problems.length > 0)
  const counts = refused.map(({ problems }) => problems.length).sort((a, b) => a - b)
  return {
    mutants: verdicts.length,
    refused: refused.length,
    crashes: verdicts.filter(({ crash }) => crash !== undefined).length,
    medianMessages: counts[Math.floor(counts.length / 2)] ?? 0,
    mostMessages: counts.at(-1) ?? 0,
    onLine: refused.filter(({ isOnLine }) => isOnLine).length,
  }
}

/** In words, each bound that is not kept: what a change of the checker must not fall behind. */
export function shortcomings({ mutants, refused, crashes, medianMessages, mostMessages, onLine }: Summary): string[] {
  return [
    refused < 0.98 * mutants ? `${refused} of ${mutants} mutants are refused, fewer than 98 %` : [],
    crashes > 0 ? `${crashes} mutants make the checker crash` : [],
    medianMessages > 1 ? `the median mutant has ${medianMessages} messages, more than one` : [],
    mostMessages > 3 ? `a mutant has ${mostMessages} messages, more than three` : [],
    onLine < 0.98 * refused ? `${onLine} of ${refused} first messages stand on the line of the slip, fewer than 98 %` : [],
  ].flat()
}

/** One line per class, the whole last. */
export function tableOf(verdicts: readonly Verdict[]): string {
  const classes = [...new Set(verdicts.map(({ mutant }) => mutant.class))]
  const parts = classes.map((name) => [name, verdicts.filter(({ mutant }) => mutant.class === name)] as const)
  const rows = [...parts, ['all', verdicts] as const].map(([name, some]) => {
    const { mutants, refused, crashes, medianMessages, mostMessages, onLine } = summaryOf(some)
    return [name, mutants, refused, crashes, medianMessages, mostMessages, onLine].map(String)
  })
  const head = ['class', 'mutants', 'refused', 'crashes', 'median', 'most', 'on its line']
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  return [head, ...rows]
    .map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '))
    .join('\n')
}

/** What is to be mended in the checker: mutants that were let through, crashed it, were told in many messages or elsewhere. */
export function faultsOf(verdicts: readonly Verdict[]): string[] {
  return verdicts.flatMap(({ mutant, problems, crash, isOnLine }) => {
    const what = `${place(mutant)}  ${mutant.class}  ${mutant.change}`
    if (crash !== undefined)
      return [`crashed   ${what}\n            ${crash instanceof Error ? (crash.stack ?? crash.message) : String(crash)}`]
    if (problems.length === 0) return [`survived  ${what}`]
    const told = problems
      .slice(0, 5)
      .map((problem) => `\n            ${formatProblem(problem).slice(0, 240)}`)
      .join('')
    if (problems.length > 3) return [`${problems.length} messages  ${what}${told}`]
    return isOnLine ? [] : [`elsewhere ${what}${told}`]
  })
}

function place({ file, at }: Mutant): string {
  return `${file.path}:${lineAt(file, at[0] ?? 0)}`
}
