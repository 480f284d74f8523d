import { useRef, useState } from 'react'
import { useServices } from '../../../../engine/client/context'
import { fieldProblemsOf } from '../../../../engine/client/request'
import type { ExtraEndpointPlan } from '../../../../engine/core/plan'
import { problemsByPath, type Problems } from './checkValues'

interface Asked<Answer> {
  answer: Answer | undefined
  problems: Problems
  busy: boolean
  setProblems: (problems: Problems) => void
  ask: (values: Record<string, unknown>) => Promise<boolean>
}

/** Asks a screen's endpoint with what a form holds; a later question overtakes an earlier one. */
export function useAsking<Answer>(endpoint: ExtraEndpointPlan): Asked<Answer> {
  const { request, notify } = useServices()
  const [answer, setAnswer] = useState<Answer>()
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const latest = useRef(0)

  async function ask(values: Record<string, unknown>): Promise<boolean> {
    latest.current += 1
    const mine = latest.current
    setBusy(true)
    const result = await request<Answer>({ method: endpoint.method, url: endpoint.url, values, quiet: true })
    if (mine !== latest.current) return false
    setBusy(false)
    if (result.success) {
      setAnswer(result.body)
      setProblems({})
      return true
    }
    const refused = fieldProblemsOf(result)
    setProblems(problemsByPath(refused))
    if (refused.length === 0 && !result.shown) notify.error(result.message)
    return false
  }
  return { answer, problems, busy, setProblems, ask }
}
