import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Judgement, PlaygroundContents } from './contents'
import type { Drafts } from './drafts'
import { createSchemaClient, type SchemaClient, type WorkerLike } from './worker/schemaClient'

export interface Schemas {
  judgement: Judgement | undefined
  /** Why there is no check at all. */
  broken: string | undefined
  edit: SchemaClient['edit']
  ask: SchemaClient['ask']
}

/** The worker of the page, with the drafts that are kept. */
export function useSchemas(contents: PlaygroundContents, drafts: Drafts, start: () => WorkerLike = startWorker): Schemas {
  const client = useRef<SchemaClient>(null)
  const [judgement, setJudgement] = useState<Judgement>()
  const [broken, setBroken] = useState<string>()
  const launch = useEffectEvent(() =>
    createSchemaClient({
      contents,
      drafts: [...drafts.changed()].map((path) => ({ path, text: drafts.text(path) })),
      start,
      onJudgement: setJudgement,
      onBroken: setBroken,
    }),
  )
  useEffect(() => {
    const launched = launch()
    client.current = launched
    return () => launched.end()
  }, [contents])
  return {
    judgement,
    broken,
    edit: (path, text) => client.current?.edit(path, text),
    ask: (question) => client.current?.ask(question) ?? Promise.resolve(undefined),
  }
}

function startWorker(): WorkerLike {
  return new Worker(new URL('./worker/schemaWorker.ts', import.meta.url), { type: 'module' })
}
