import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { repetitionsIn } from './repetition'

const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\/|^tests\//.test(file)

describe('the sources', () => {
  const texts: Record<string, string> = {}
  beforeAll(() => {
    const names = ['engine', 'src', 'scripts', 'tests'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
    )
    for (const file of names.filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes('/generated/')))
      texts[file] = readFileSync(file, 'utf8')
  })

  it('say nothing twice in six lines', () => {
    expect(Object.keys(texts).length).toBeGreaterThan(1000)
    expect(repetitionsIn(texts)).toEqual([])
  })

  it('have a line of test for each line of code, comments and empty lines apart', () => {
    const linesOf = (chosen: (file: string) => boolean): number =>
      Object.entries(texts)
        .filter(([file]) => chosen(file))
        .flatMap(([, text]) => text.split('\n'))
        .filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length
    expect(linesOf(isTest) / linesOf((file) => !isTest(file))).toBeGreaterThanOrEqual(1)
  })
})

describe('repetitions', () => {
  const run = (count: number, from = 0): string[] =>
    Array.from({ length: count }, (_each, index) => `const value${from + index} = ${index}`)

  it('are found between files and within one, each once and as long as it is', () => {
    const again = run(8).join('\n')
    expect(repetitionsIn({ 'a.ts': `${again}\nconst last = 1`, 'b.ts': `// begins here\n\n${again}` })).toEqual([
      { places: ['a.ts:1', 'b.ts:3'], lines: 8 },
    ])
    expect(repetitionsIn({ 'a.ts': [...run(6), 'const between = 1', ...run(6)].join('\n') })).toEqual([
      { places: ['a.ts:1', 'a.ts:8'], lines: 6 },
    ])
  })

  it('are none of five lines, of imports, of brackets, of names or of a list of like lines', () => {
    expect(repetitionsIn({ 'a.ts': run(5).join('\n'), 'b.ts': run(5).join('\n') })).toEqual([])
    const imports = run(7).map((_line, index) => `import {\n  value${index},\n} from './value${index}'`)
    expect(repetitionsIn({ 'a.ts': imports.join('\n'), 'b.ts': imports.join('\n') })).toEqual([])
    const brackets = ['})', '],', '}', '}', ')', '}', '];'].join('\n')
    expect(repetitionsIn({ 'a.ts': brackets, 'b.ts': brackets })).toEqual([])
    const names = run(7)
      .map((_line, index) => `value${index},`)
      .join('\n')
    expect(repetitionsIn({ 'a.ts': names, 'b.ts': names })).toEqual([])
    expect(repetitionsIn({ 'a.ts': Array.from({ length: 9 }, () => 'call(same)').join('\n') })).toEqual([])
  })
})
