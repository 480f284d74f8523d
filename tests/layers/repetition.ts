/** A run of lines that stands in two places, as `file:first line`. */
export interface Repetition {
  places: [string, string]
  lines: number
}

/** As many as make a piece of code worth a name of its own. */
const FEWEST = 6

const isName = /^[\w'-]+,?$/

interface Line {
  place: string
  file: string
  /** Among the lines that count in its file. */
  index: number
  text: string
}

/**
 * Runs of six lines and more that were written twice. Imports, lines that only open or close a bracket, and runs that mostly list names do
 * not count: they are the same wherever the same things are used.
 * @param texts of files, by their names
 */
export function repetitionsIn(texts: Readonly<Record<string, string>>): Repetition[] {
  const files = Object.entries(texts).map(([file, text]) => linesThatCount(file, text))
  const firstPlace = new Map<string, Line[]>()
  const found: Repetition[] = []
  const told = new Set<string>()
  for (const lines of files) {
    for (let start = 0; start + FEWEST <= lines.length; start++) {
      const run = lines.slice(start, start + FEWEST)
      if (run.filter(({ text }) => isName.test(text)).length > FEWEST / 2) continue
      const key = run.map(({ text }) => text).join('\n')
      const known = firstPlace.get(key)
      if (!known) {
        firstPlace.set(key, run)
        continue
      }
      const [one, other] = [known[0]!, run[0]!]
      // A run that overlaps itself is a list of like lines; one that goes on was told where it began.
      if (one.file === other.file && other.index - one.index < FEWEST) continue
      const at = (first: Line, second: Line, step: number): string =>
        `${first.file}:${first.index + step} ${second.file}:${second.index + step}`
      const goesOn = told.has(at(one, other, -1))
      told.add(at(one, other, 0))
      const last = found.at(-1)
      if (goesOn && last) last.lines++
      else found.push({ places: [one.place, other.place], lines: FEWEST })
    }
  }
  return found
}

function linesThatCount(file: string, text: string): Line[] {
  const withoutImports = text.replace(/^import [^;]*?(?:from )?'[^']+'$/gm, (lines) => lines.replace(/[^\n]/g, ''))
  return withoutImports
    .split('\n')
    .map((line, number) => ({ number: number + 1, text: line.trim() }))
    .filter((line) => /\w{2}/.test(line.text))
    .map((line, index) => ({ place: `${file}:${line.number}`, file, index, text: line.text }))
}
