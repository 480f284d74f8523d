import { say } from '../messages'
import type { Judgement, PlaygroundContents } from '../contents'
import type { ProductPlan } from '../../core/plan'
import type { SchemaProblem } from '../../spec/problem'
import { changedPlan } from './planChanges'
import type { Answers, Draft, FromWorker, Question, ToWorker } from './protocol'

/** A worker as far as it is used here. */
export interface WorkerLike {
  postMessage: (message: ToWorker) => void
  terminate: () => void
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}

export interface SchemaClientOptions {
  contents: PlaygroundContents
  drafts: readonly Draft[]
  start: () => WorkerLike
  onJudgement: (judgement: Judgement) => void
  /** The thread was ended because of the text at this path, and begins anew with the one that runs. */
  onStopped?: (path: string) => void
  /** There is no worker: it failed before it had judged anything. */
  onBroken?: (reason: string) => void
  /**
   * How long a judgement may take, in ms; more where the machine has shown that it is slow: ten times what it took to judge the texts that run. Nobody
   * waits for the end of it but who has written a text without end, and a machine that other work keeps busy comes near a third of it.
   */
  limit?: number
  /** How long the first one may take, of all texts. */
  firstLimit?: number
}

export interface SchemaClient {
  edit: (path: string, text: string) => void
  /** Undefined where the worker has no answer, or was ended. */
  ask: <About extends Question['about']>(question: Extract<Question, { about: About }>) => Promise<Answers[About] | undefined>
  end: () => void
}

interface Edit extends Draft {
  edit: number
}

/**
 * Speaks to the worker: one edit at a time, the newest text of each file. A worker that does not answer in time is ended and another one is
 * started without the text that it was busy with: that text is told as a problem until it is changed.
 */
export function createSchemaClient(options: SchemaClientOptions): SchemaClient {
  const { contents, start, onJudgement, onStopped, onBroken, limit = 15_000, firstLimit = 60_000 } = options
  /** Texts that the worker has beside those that run. */
  const drafts = new Map<string, string>()
  /** Edits that wait for the worker, by path. */
  const waiting = new Map<string, Edit>(options.drafts.map((draft) => [draft.path, { ...draft, edit: 0 }]))
  const asked = new Map<number, (answer: Answers[keyof Answers] | undefined) => void>()
  const refused = new Map<string, SchemaProblem>()
  let problems: readonly SchemaProblem[] = []
  let plan: ProductPlan | undefined
  let planOf = 0
  let edits = 0
  let asks = 0
  let current: Edit | undefined
  let isOpen = false
  let openedIn = 0
  let watch: ReturnType<typeof setTimeout> | undefined
  let worker = launch()

  function launch(): WorkerLike {
    const launched = start()
    const begin = performance.now()
    isOpen = false
    launched.onmessage = ({ data }) => {
      if (launched !== worker) return
      if (!isOpen && data.kind === 'judged') openedIn = performance.now() - begin
      hear(data)
    }
    launched.onerror = (event) => {
      event.preventDefault()
      if (launched === worker) restart(say('judge.stopped', { reason: event.message || 'error' }))
    }
    launched.postMessage({ kind: 'open', contents, drafts: [...drafts].map(([path, text]) => ({ path, text })) })
    clearTimeout(watch)
    watch = setTimeout(() => restart(say('judge.tooSlow', { seconds: firstLimit / 1000 })), firstLimit)
    return launched
  }

  function hear(message: FromWorker): void {
    if (message.kind !== 'judged') {
      asked.get(message.id)?.(message.kind === 'answer' ? message.answer : undefined)
      asked.delete(message.id)
      if (!current && asked.size === 0) clearTimeout(watch)
      return
    }
    if (message.changes) {
      plan = changedPlan(plan, message.changes)
      planOf = message.edit
    }
    problems = message.problems
    if (current) drafts.set(current.path, current.text)
    current = undefined
    const isFirst = !isOpen
    isOpen = true
    clearTimeout(watch)
    if (asked.size > 0) guard()
    tell(message.edit)
    // The texts that were kept from before are judged with the first edit, or at once where there is none.
    const [kept] = drafts
    if (isFirst && waiting.size === 0 && kept) waiting.set(kept[0], { path: kept[0], text: kept[1], edit: edits })
    sendNext()
  }

  function tell(edit: number): void {
    if (!plan) return
    const all = refused.size === 0 ? problems : [...refused.values(), ...problems.filter(({ file }) => !refused.has(file))]
    onJudgement({ edit, problems: all, plan, planOf })
  }

  function sendNext(): void {
    if (!isOpen || current) return
    const [next] = waiting.values()
    if (!next) return
    waiting.delete(next.path)
    current = next
    guard()
    worker.postMessage({ kind: 'edit', ...next })
  }

  function guard(): void {
    clearTimeout(watch)
    // Whose machine is slow is not told that his text is too complex.
    const ms = Math.max(limit, Math.min(openedIn * 10, firstLimit))
    watch = setTimeout(() => restart(say('judge.tooSlow', { seconds: Math.round(ms / 1000) })), ms)
  }

  function leave(): void {
    clearTimeout(watch)
    worker.terminate()
    for (const answer of asked.values()) answer(undefined)
    asked.clear()
  }

  /** @param reason what is said of the text that the worker was busy with */
  function restart(reason: string): void {
    leave()
    const wasOpen = isOpen
    const guilty = current
    current = undefined
    if (guilty) {
      drafts.delete(guilty.path)
      refused.set(guilty.path, { file: guilty.path, line: 1, column: 1, code: 'too-slow', found: reason })
      onStopped?.(guilty.path)
    }
    if (!wasOpen) return onBroken?.(reason)
    // The new thread knows nothing of the plan that the page has: it sends a whole one.
    worker = launch()
    if (guilty) tell(guilty.edit)
  }

  return {
    edit(path, text) {
      edits++
      refused.delete(path)
      waiting.set(path, { path, text, edit: edits })
      // At once: while the worker is busy with one text, only the newest waits.
      sendNext()
    },
    ask(question) {
      const id = ++asks
      return new Promise((resolve) => {
        asked.set(id, resolve as (answer: Answers[keyof Answers] | undefined) => void)
        if (!current && isOpen) guard()
        worker.postMessage({ kind: 'ask', id, question })
      })
    },
    end() {
      leave()
    },
  }
}
