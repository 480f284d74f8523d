import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderShell } from '../testing/renderShell'
import { PlaygroundPage } from './PlaygroundPage'

/** The thread of the check, which a simulated browser does not have. */
class NoWorker {
  onmessage = null
  onerror = null
  postMessage(): void {}
  terminate(): void {}
}

// Its frame is a page of the server, which there is none of here.
vi.mock('./ProductPreview', () => ({ ProductPreview: () => null }))

beforeEach(() => vi.stubGlobal('Worker', NoWorker))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  window.localStorage.clear()
})

const contents = {
  files: [{ path: 'schemas/menus.json', text: '{ "menus": [] }' }],
  codeNames: {},
  performedByCode: [],
  icons: [],
  roles: [],
}
const json = (status: number, body: unknown) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }))

it('asks the server for the schemas that run, and has a way back', async () => {
  const asked: string[] = []
  const { address } = await renderShell(<PlaygroundPage />, {
    fetch: (input) => {
      asked.push(new URL(String(input)).pathname)
      return json(200, contents)
    },
  })
  expect(await screen.findByRole('tree', { name: '模式文件' })).toBeTruthy()
  expect(asked).toEqual(['/api/playground/contents'])
  expect(document.title).toContain('界面工作台')
  fireEvent.click(screen.getByRole('button', { name: '返回平台' }))
  expect(address()).not.toBe('/playground')
})

it('says why it cannot be opened, and tries again', async () => {
  let isThere = false
  await renderShell(<PlaygroundPage />, {
    fetch: () => (isThere ? json(200, contents) : json(403, { detail: '没有权限', message: '没有权限', status: 403 })),
  })
  expect(await screen.findByText(/没有此操作的权限/)).toBeTruthy()
  isThere = true
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await waitFor(() => expect(screen.getByRole('tree', { name: '模式文件' })).toBeTruthy())
})
