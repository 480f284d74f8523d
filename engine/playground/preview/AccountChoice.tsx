import { Button, Input } from 'antd'
import { useRef, useState } from 'react'
import type { PlaygroundAccount } from '../contents'
import { sayPreview } from '../previewMessages'

/** Asks the server what an account may do, or says why it does not tell. */
export type AskAccount = (account: string) => Promise<PlaygroundAccount | { failure: string }>

interface AccountChoiceProps {
  shown: PlaygroundAccount | undefined
  ask: AskAccount
  onFound: (account: PlaygroundAccount) => void
}

/** Whose rights the preview is looked at with, by the name that somebody signs in with. */
export function AccountChoice({ shown, ask, onFound }: AccountChoiceProps) {
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string>()
  const asked = useRef(0)

  async function look(): Promise<void> {
    const account = typed.trim()
    if (account === '') return
    const turn = ++asked.current
    const answer = await ask(account)
    // Who was asked for before is of no interest.
    if (turn !== asked.current) return
    setFailure('failure' in answer ? sayPreview('preview.account.failed', { account, reason: answer.failure }) : undefined)
    if (!('failure' in answer)) onFound(answer)
  }

  const { account, name } = shown ?? {}
  const says = failure ?? (shown && sayPreview('preview.account.shown', { account, name }))
  return (
    <form
      className="playground-preview-account"
      onSubmit={(event) => {
        event.preventDefault()
        void look()
      }}
    >
      <Input
        aria-label={sayPreview('preview.account')}
        placeholder={sayPreview('preview.account')}
        size="small"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button htmlType="submit" size="small">
        {sayPreview('preview.account.ask')}
      </Button>
      {says !== undefined && <span role="status">{says}</span>}
    </form>
  )
}
