import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Judgement, PlaygroundContents } from '../contents'
import { FakeWorker } from '../testing/fakeWorker'
import { createSchemaClient } from './schemaClient'

const a = 'schemas/menus.json'
const b = 'schemas/roles.json'
const contents: PlaygroundContents = {
  files: [
    { path: a, text: 'a' },
    { path: b, text: 'b' },
  ],
  codeNames: {} as PlaygroundContents['codeNames'],
  performedByCode: [],
  icons: [],
  roles: [],
}
let workers: FakeWorker[]
let judgements: Judgement[]
let broken: string[]

function client(drafts: { path: string; text: string }[] = []) {
  return createSchemaClient({
    contents,
    drafts,
    start: () => {
      const worker = new FakeWorker()
      workers.push(worker)
      return worker
    },
    onJudgement: (judgement) => judgements.push(judgement),
    onBroken: (reason) => broken.push(reason),
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  workers = []
  judgements = []
  broken = []
})
afterEach(() => vi.useRealTimers())

const edits = (worker: FakeWorker | undefined) =>
  worker?.said.flatMap((each) => (each.kind === 'edit' ? [`${each.path} ${each.text}`] : []))

it('sends a text at once, and of those that come while it is judged the last one', () => {
  const it = client()
  workers[0]!.judged(0)
  it.edit(a, 'a1')
  expect(edits(workers[0])).toEqual([`${a} a1`])
  it.edit(a, 'a12')
  it.edit(a, 'a123')
  expect(edits(workers[0])).toEqual([`${a} a1`])
  workers[0]!.judged(1)
  expect(edits(workers[0])).toEqual([`${a} a1`, `${a} a123`])
  expect(judgements.map(({ edit }) => edit)).toEqual([0, 1])
})

it('keeps the last good plan while a text is broken', () => {
  const it = client()
  workers[0]!.judged(0)
  it.edit(a, '{')
  vi.advanceTimersByTime(100)
  workers[0]!.say({ kind: 'judged', edit: 1, problems: [{ file: a, line: 1, column: 2, code: 'json', found: 'X' }] })
  expect(judgements.at(-1)).toMatchObject({ edit: 1, planOf: 0, plan: { title: 'T' }, problems: [{ found: 'X' }] })
})

it('begins with the drafts that were kept, as soon as what runs is judged', () => {
  client([{ path: b, text: 'kept' }])
  expect(edits(workers[0])).toEqual([])
  workers[0]!.judged(0)
  expect(edits(workers[0])).toEqual([`${b} kept`])
})

it('ends a worker that does not answer in 15 s, says so at the text, and goes on without it', () => {
  const it = client()
  workers[0]!.judged(0)
  it.edit(a, 'fine')
  vi.advanceTimersByTime(100)
  workers[0]!.judged(1)
  it.edit(b, 'endless')
  vi.advanceTimersByTime(14_900)
  expect(workers[0]!.isOver).toBe(false)
  vi.advanceTimersByTime(200)
  expect(workers[0]!.isOver).toBe(true)
  expect(judgements.at(-1)?.problems).toEqual([expect.objectContaining({ file: b, line: 1, column: 1, code: 'too-slow' })])

  const [open] = workers[1]!.said
  expect(open).toMatchObject({ kind: 'open', drafts: [{ path: a, text: 'fine' }] })
  workers[1]!.judged(0)
  expect(edits(workers[1])).toEqual([`${a} fine`])
  workers[1]!.judged(2)
  expect(judgements.at(-1)?.problems).toHaveLength(1)
  it.edit(b, 'better')
  vi.advanceTimersByTime(100)
  workers[1]!.judged(3)
  expect(judgements.at(-1)?.problems).toEqual([])
})

it('waits longer on a machine that took long to judge what runs', () => {
  const it = client()
  vi.advanceTimersByTime(4000)
  workers[0]!.judged(0)
  it.edit(a, 'slow')
  vi.advanceTimersByTime(39_900)
  expect(workers[0]!.isOver).toBe(false)
  workers[0]!.judged(1)
  expect(judgements.at(-1)).toMatchObject({ edit: 1, problems: [] })
  it.edit(a, 'endless')
  vi.advanceTimersByTime(40_100)
  expect(workers[0]!.isOver).toBe(true)
  expect(judgements.at(-1)?.problems).toEqual([expect.objectContaining({ found: expect.stringContaining('40 秒') })])
})

it('answers nothing to questions that a worker was ended over', async () => {
  const it = client()
  workers[0]!.judged(0)
  const answer = it.ask({ about: 'hover', path: a, text: 'a', offset: 0 })
  vi.advanceTimersByTime(15_100)
  expect(await answer).toBeUndefined()
  expect(workers).toHaveLength(2)
})

it('gives the answer to who has asked', async () => {
  const it = client()
  workers[0]!.judged(0)
  const first = it.ask({ about: 'hover', path: a, text: 'a', offset: 0 })
  const second = it.ask({ about: 'hover', path: a, text: 'a', offset: 1 })
  workers[0]!.say({ kind: 'answer', id: 2, answer: { from: 1, to: 1, text: 'two' } })
  workers[0]!.say({ kind: 'failed', id: 1, reason: 'no' })
  expect(await first).toBeUndefined()
  expect(await second).toMatchObject({ text: 'two' })
})

it('does not start again and again what fails before it has judged anything', () => {
  client()
  workers[0]!.onerror?.({ preventDefault: () => undefined, message: 'no module' } as ErrorEvent)
  expect(workers).toHaveLength(1)
  expect(broken).toEqual([expect.stringContaining('no module')])
})
