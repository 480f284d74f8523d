import { afterEach, describe, expect, it, vi } from 'vitest'
import { keyOf, rowKeys, shellKeys } from './keys'

afterEach(() => document.body.replaceChildren())

function pressed(key: string, more: KeyboardEventInit = {}, target: Element = document.body): ReturnType<typeof keyOf> {
  let found: ReturnType<typeof keyOf>
  const listen = (event: KeyboardEvent): void => void (found = keyOf(event))
  window.addEventListener('keydown', listen)
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }))
  window.removeEventListener('keydown', listen)
  return found
}

function drawn(html: string): Element {
  document.body.innerHTML = html
  // No layout here: what is in the document counts as shown.
  for (const element of document.body.querySelectorAll('*')) element.checkVisibility = () => true
  return document.body.querySelector('.here') ?? document.body
}

describe('the keys of the program', () => {
  it.each([
    ['?', {}, '查看快捷键'],
    ['n', {}, '在列表中新增'],
    ['N', {}, '在列表中新增'],
    ['/', {}, '到列表的查询条件'],
    ['ArrowDown', {}, '到列表的数据行'],
    ['k', { ctrlKey: true }, '搜索菜单、单据和操作'],
    ['K', { metaKey: true }, '搜索菜单、单据和操作'],
    ['Enter', { ctrlKey: true }, '确认打开的对话框'],
  ])('hears %s', (key, more, title) => {
    expect(pressed(key, more)?.title).toBe(title)
  })

  it.each(['<input class="here">', '<textarea class="here"></textarea>', '<div contenteditable="true"><b class="here"></b></div>'])(
    'leaves letters to who types them in %s',
    (html) => {
      const target = drawn(html)
      expect(['n', '/', '?', 'ArrowDown'].map((key) => pressed(key, {}, target))).toEqual([undefined, undefined, undefined, undefined])
      expect(pressed('k', { ctrlKey: true }, target)).toBeDefined()
    },
  )

  it('leaves keys to an input method, to other combinations and to an open dialog', () => {
    expect(pressed('Enter', { ctrlKey: true, isComposing: true })).toBeUndefined()
    expect(pressed('n', { ctrlKey: true })).toBeUndefined()
    drawn('<div role="dialog"></div>')
    expect(pressed('n')).toBeUndefined()
    expect(pressed('Enter', { ctrlKey: true })).toBeDefined()
  })

  it('press what is drawn on the page in front', () => {
    const clicks = vi.fn<(name: string | null) => void>()
    drawn(`<kept-page data-away><div class="engine-toolbar-actions"><button class="engine-button-primary">behind</button></div></kept-page>
      <kept-page><div class="engine-toolbar-actions"><button class="engine-button-primary">新增</button></div>
      <form class="engine-search"><input id="first"></form>
      <table><tbody><tr data-row="1" tabindex="0" id="row"></tr></tbody></table></kept-page>`)
    document.body.addEventListener('click', (event) => clicks((event.target as Element).textContent))
    const acts = { search: () => undefined, showKeys: () => undefined }
    expect(pressed('n')?.act(acts)).toBe(true)
    expect(clicks.mock.calls).toEqual([['新增']])
    expect(pressed('/')?.act(acts)).toBe(true)
    expect(document.activeElement?.id).toBe('first')
    ;(document.activeElement as HTMLElement).blur()
    expect(pressed('ArrowDown')?.act(acts)).toBe(true)
    expect(document.activeElement?.id).toBe('row')
  })

  it('do nothing where there is nothing, and confirm the dialog on top', () => {
    const acts = { search: () => undefined, showKeys: () => undefined }
    expect([pressed('n')?.act(acts), pressed('/')?.act(acts), pressed('Enter', { ctrlKey: true })?.act(acts)]).toEqual([
      false,
      false,
      false,
    ])
    drawn('<div role="dialog"><button type="submit">below</button></div><div role="dialog"><button type="submit">above</button></div>')
    const clicks: (string | null)[] = []
    document.body.addEventListener('click', (event) => clicks.push((event.target as Element).textContent))
    expect(pressed('Enter', { ctrlKey: true })?.act(acts)).toBe(true)
    expect(clicks).toEqual(['above'])
  })

  it('are told apart', () => {
    const titles = [...shellKeys, ...rowKeys].map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
  })
})
