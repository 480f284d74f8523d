/** The thread in which schema texts are judged: typing never waits for it. */
import { SchemaBench } from './schemaBench'
import { SchemaLanguage } from './language'
import { PlanWriter } from './planChanges'
import type { FromWorker, Question, ToWorker } from './protocol'

let bench: SchemaBench | undefined
let language: SchemaLanguage | undefined
let pause: ReturnType<typeof setTimeout> | undefined
const writer = new PlanWriter()

/** To make the names anew takes longer than a judgement, so that it is done once nobody types: the next key would wait for it. */
const QUIET_MS = 1_500

const say = (message: FromWorker) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'open': {
      bench = new SchemaBench(data.contents)
      language = new SchemaLanguage(data.contents)
      judge(0)
      for (const { path, text } of data.drafts) bench.edit(path, text)
      return
    }
    case 'edit':
      bench?.edit(data.path, data.text)
      return judge(data.edit)
    case 'ask':
      return void answer(data.id, data.question)
  }
})

function judge(edit: number): void {
  if (!bench) return
  const { problems, plan } = bench.judge()
  clearTimeout(pause)
  pause = setTimeout(() => bench && language?.take(bench.soundFiles()), QUIET_MS)
  say({ kind: 'judged', edit, problems, ...(plan ? { changes: writer.changesTo(plan) } : {}) })
}

async function answer(id: number, { about, path, text, offset }: Question): Promise<void> {
  try {
    if (!bench || !language) throw new Error('nothing is open')
    if (!language.isReady) language.take(bench.soundFiles())
    const found = about === 'completion' ? await language.proposals(path, text, offset) : await language.hover(path, text, offset)
    say({ kind: 'answer', id, answer: found })
  } catch (error) {
    say({ kind: 'failed', id, reason: String(error) })
  }
}
