import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

const tests = ['engine', 'scripts', 'src', 'tests']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((name) => /\.test\.tsx?$/.test(name))

/** ms at the end of a test or a hook, or as an option of it or of a wait. */
const ownLimit = /^ *\}, (\d[\d_]{3,})\)|\btimeout: (\d[\d_]*)/gm

it('no test has a limit of its own on time, where a slow machine would fail: how long anything waits stands in patience.ts and vite.config.ts', () => {
  const limited = tests.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(ownLimit)].map(([, end, option]) => `${file}: ${end ?? option ?? ''}`),
  )
  // Draws as many products as it is told, RUNS=300 for example.
  expect(limited).toEqual(['tests/record/bothSides.test.ts: 1_200_000'])
})
