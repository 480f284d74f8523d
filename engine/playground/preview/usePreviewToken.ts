import { useEffect, useState } from 'react'
import { sayPreview } from '../previewMessages'

/** Asks the server for a token that may read what a role and the user both may, or says why there is none. */
export type AskToken = (roleId: string) => Promise<{ token: string } | { failure: string }>

interface Asked {
  roleId: string
  token?: string
  failure?: string
}

/** The token that real data is read with, of one role at a time; without a role there is none. */
export function usePreviewToken(ask: AskToken, roleId: string | undefined): { token?: string; failure?: string; onEnded: () => void } {
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => {
    if (roleId === undefined) return undefined
    let isOver = false
    void ask(roleId).then((answer) => {
      if (isOver) return
      const failure = 'failure' in answer ? { failure: sayPreview('preview.noToken', { reason: answer.failure }) } : answer
      setAsked({ roleId, ...failure })
    })
    return () => {
      isOver = true
      setAsked(undefined)
    }
  }, [ask, roleId])
  // An answer about a role that is no longer chosen is of no use.
  const { token, failure } = asked?.roleId === roleId && asked ? asked : {}
  return {
    ...(token === undefined ? {} : { token }),
    ...(failure === undefined ? {} : { failure }),
    onEnded: () => roleId !== undefined && setAsked({ roleId, failure: sayPreview('preview.ended') }),
  }
}
