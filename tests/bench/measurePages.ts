/** Pages against hand-written ones: what is measured, and what is aimed at. */
import { join } from 'node:path'
import { measureColdStart, slowdowns } from './cold/measureColdStart'
import { drive, measureFirstLoad, measureFirstOpenings } from './drive'
import { buildPages, buildProbe, servePages } from './pages'
import { compileBenchProduct } from './plan'
import type { Measurement } from './report'
import type { StepName } from './walk'

const turns = { warmUps: 2, turns: 9 }
/** What the hand-written list takes on the machine that targets in ms were set on. Ratios hold anywhere; such a target only there. */
const referenceListMs = 112

const ratio = (most: number): Measurement['target'] => ({ of: 'ratio', most })

const steps: Record<StepName, { name: string; target: Measurement['target'] }> = {
  'list 20': { name: 'list, opened again: route change → last of 20 rows painted', target: ratio(0.3) },
  query: { name: 'list: 查询 → last row painted', target: ratio(0.3) },
  'next page': { name: 'list: next page → last row painted', target: ratio(0.3) },
  'list 100': { name: 'list of 100 rows: route change → last row painted', target: ratio(0.25) },
  'query 100': { name: 'list of 100 rows: 查询 → last row painted', target: ratio(0.25) },
  'next page 100': { name: 'list of 100 rows: next page → last row painted', target: ratio(0.25) },
  'list 1000': { name: 'list of 1,000 rows: route change → rows in the window painted', target: ratio(0.25) },
  'scroll 1000': {
    name: 'list of 1,000 rows, scrolled by a notch of the wheel: 95 of 100 frames within',
    target: { of: 'figure', most: 17 },
  },
  form: { name: 'form of 40 fields, opened again: route change → last of 20 lines painted', target: ratio(0.2) },
  key: { name: 'form: key in a field → painted', target: ratio(1) },
  'linked key': { name: 'form: key in a field → computed field painted', target: ratio(1) },
  'line key': { name: 'form: key in a line cell → computed cell painted', target: ratio(0.6) },
  'large form': { name: 'form of 200 fields, opened again: route change → last field painted', target: ratio(0.25) },
  errors: { name: 'form of 200 fields, 160 needed and empty: 保存 → last error painted', target: ratio(0.2) },
  'kept list': { name: 'list: return to a kept page', target: { of: 'figure', most: 10 } },
}

export async function measurePages(root: string, browser: string): Promise<Measurement[]> {
  const out = join(root, 'node_modules/.cache/bench')
  await buildPages(root, out, compileBenchProduct(root))
  const servers = { handwritten: await servePages(join(out, 'handwritten')), generated: await servePages(join(out, 'generated')) }
  try {
    const options = { browser, servers, probe: await buildProbe(root), ...turns }
    const times = await drive(options)
    const first = await measureFirstOpenings(options)
    const load = await measureFirstLoad(options)
    const cold = await measureColdStart({ root, out, browser, ...turns })
    return [
      ...(Object.keys(steps) as StepName[]).map((step): Measurement => ({
        ...steps[step],
        unit: 'ms',
        handwritten: times.handwritten[step],
        ours: times.generated[step],
      })),
      {
        name: `the same on a machine that draws the hand-written list in ${referenceListMs} ms`,
        unit: 'ms',
        ours: (times.generated['kept list'] * referenceListMs) / times.handwritten['list 20'],
        target: steps['kept list'].target,
      },
      ...(['list', 'form'] as const).map((kind): Measurement => ({
        name: `${kind}: opened for the first time, its code on the way → painted`,
        unit: 'ms',
        handwritten: first.handwritten[kind],
        ours: first.generated[kind],
        target: ratio(0.35),
      })),
      ...slowdowns.map((slowdown): Measurement => ({
        name: `cold start with shell${slowdown === 1 ? '' : `, processor ${slowdown} times slower`}: address → last of 20 rows painted`,
        unit: 'ms',
        handwritten: cold.handwritten[slowdown],
        ours: cold.generated[slowdown],
        target: ratio(0.6),
      })),
      {
        name: 'first load: JavaScript until the list is painted (brotli)',
        unit: 'kB',
        handwritten: load.handwritten.untilPainted / 1000,
        ours: load.generated.untilPainted / 1000,
        target: ratio(1.1),
      },
      {
        name: 'first load: with what is fetched when idle',
        unit: 'kB',
        handwritten: load.handwritten.whenIdle / 1000,
        ours: load.generated.whenIdle / 1000,
      },
    ]
  } finally {
    for (const server of Object.values(servers)) server.close()
  }
}
