import type { Frame, FrameLocator } from 'playwright-core'
import { expect } from 'vitest'
import type { ParentMessage } from '../../../src/app/embedded/messages'
import { controlOf } from './field'
import { Form } from './form'
import { List } from './list'
import { shellParts } from './shell'
import type { Visitor } from './visitor'

/**
 * The page of another system that shows `path` of the product in a frame. With a `token` it answers what the product asks; `beside` is the
 * address of a second frame.
 */
export function portalPage(product: string, query: URLSearchParams): string {
  const beside = query.get('beside')
  return `<!doctype html><html lang="zh-CN"><title>门户</title>
    <style>body { margin: 0 } iframe { width: 100vw; height: 80vh; border: 0 }</style>
    <iframe id="product" title="product" src="${product}${query.get('path')}"></iframe>
    ${beside === null ? '' : `<iframe title="beside" src="${beside}"></iframe>`}
    <script>
      const product = document.getElementById('product')
      window.heard = []
      window.token = ${JSON.stringify(query.get('token'))}
      window.say = (message) => product.contentWindow.postMessage(message, '${product}')
      addEventListener('message', ({ data, origin, source }) => {
        if (source !== product.contentWindow) return
        heard.push({ ...data, origin })
        if (window.token) say({ type: 'accessToken', accessToken: window.token })
      })
    </script>`
}

interface PortalWindow {
  heard: { type: string; path: string; origin: string }[]
  token: string | null
  say: (message: unknown) => void
}

/** Somebody at the other system's page. */
export class Portal {
  readonly #visitor: Visitor

  constructor(visitor: Visitor) {
    this.#visitor = visitor
  }

  get list(): List {
    return new List(this.#frame().locator('.app-page:not([aria-busy]):visible'))
  }
  get form(): Form {
    return new Form(this.#frame().locator('.app-page:not([aria-busy]):visible'))
  }

  #frame(): FrameLocator {
    return this.#visitor.page.frameLocator('#product')
  }

  /** The product's own document. */
  async document(): Promise<Frame> {
    const frame = await (await this.#visitor.page.locator('#product').elementHandle())?.contentFrame()
    if (!frame) throw new Error('The portal shows no product')
    return frame
  }

  /** What the product has said since the portal was opened, without what it has only repeated: it does until it has an answer. */
  async heard(): Promise<PortalWindow['heard']> {
    const heard = await this.#visitor.page.evaluate(() => (window as unknown as PortalWindow).heard)
    return heard.filter(({ type, path }, index) => heard[index - 1]?.type !== type || heard[index - 1]?.path !== path)
  }

  /** The portal says something: one of the four messages, or nonsense. */
  async say(message: ParentMessage | Record<string, unknown> | string | null): Promise<void> {
    await this.#visitor.page.evaluate((text) => (window as unknown as PortalWindow).say(text), message)
  }

  /** From now on the portal answers with this token. */
  async knows(token: string | null): Promise<void> {
    await this.#visitor.page.evaluate((known) => {
      ;(window as unknown as PortalWindow).token = known
    }, token)
  }

  /** Resolves once the document that was there before is gone: it stays usable for as long as the next one has not been answered. */
  async reloadProduct(): Promise<void> {
    const frame = await this.document()
    await frame.evaluate(() => {
      document.documentElement.dataset['left'] = 'yes'
      window.location.reload()
    })
    await frame.locator('html:not([data-left])').waitFor({ state: 'attached' })
  }

  async path(): Promise<string> {
    const { pathname, search } = new URL((await this.document()).url())
    return pathname + decodeURIComponent(search)
  }

  async expectPath(path: string): Promise<void> {
    await expect.poll(() => this.path()).toBe(path)
  }

  async expectText(text: string): Promise<void> {
    await this.#frame().getByText(text).filter({ visible: true }).first().waitFor()
  }

  async expectNoText(text: string): Promise<void> {
    await expect.poll(() => this.#frame().getByText(text).filter({ visible: true }).count()).toBe(0)
  }

  /** Opens the choices of a reference, which the server is asked for. */
  async openChoices(label: string): Promise<void> {
    await (await controlOf(this.form.root, label)).click()
  }

  /** Somebody who is not the portal has said so many things to the product, from now on. */
  async expectSpokenToByOthers(times: number): Promise<void> {
    const said = await (
      await this.document()
    ).evaluateHandle(() => {
      const counted = { times: 0 }
      window.addEventListener('message', ({ source }) => (counted.times += source === window.parent ? 0 : 1))
      return counted
    })
    await expect.poll(() => said.evaluate((counted) => counted.times)).toBeGreaterThanOrEqual(times)
  }

  /** Nothing of the shell is around the page, and the page begins at the edge. */
  async expectBare(): Promise<void> {
    await this.list.root.waitFor()
    for (const part of shellParts) expect([part, await this.#frame().locator(part).count()]).toEqual([part, 0])
    const edge = await this.list.root.evaluate((page) => {
      const { left, top } = page.getBoundingClientRect()
      const { padding } = getComputedStyle(page)
      return { left, top, padding }
    })
    expect(edge).toEqual({ left: 0, top: 0, padding: '0px' })
  }
}
