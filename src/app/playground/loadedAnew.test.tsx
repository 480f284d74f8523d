import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { WorkbenchProps } from '../../../engine/playground/Workbench'
import { renderShell } from '../testing/renderShell'
import { PlaygroundPage } from './PlaygroundPage'

/** What is asked here is only what the page does once something was published. */
function Texts({ contents, onReleased }: WorkbenchProps) {
  return (
    <button type="button" onClick={onReleased}>
      {contents.files[0]?.text}
    </button>
  )
}

afterEach(cleanup)

it('has the published texts, and stays with those it has when the server does not answer', async () => {
  const answers = ['first', undefined, 'second']
  let asked = 0
  await renderShell(<PlaygroundPage workbench={Texts} />, {
    fetch: async () => {
      const text = answers[asked++]
      const body = text === undefined ? { detail: 'down', status: 500 } : { files: [{ path: 'schemas/menus.json', text }] }
      return new Response(JSON.stringify(body), { status: text === undefined ? 500 : 200, headers: { 'content-type': 'application/json' } })
    },
  })
  const bench = await screen.findByRole('button', { name: 'first' })
  // Until all that follows from the answer has happened.
  await act(async () => fireEvent.click(bench))
  expect(asked).toBe(2)
  expect(screen.queryByText(/无法打开/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'first' }))
  // It is the same one, with all that was opened in it.
  await waitFor(() => expect(bench.textContent).toBe('second'))
  expect(bench.isConnected).toBe(true)
})
