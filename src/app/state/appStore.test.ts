import { describe, expect, it } from 'vitest'
import { memoryStore } from '../memoryStore'
import { createAppActions } from './appActions'
import { createAppStore } from './appStore'

it('L10 keeps fold, theme and open branches over a reload', () => {
  const local = memoryStore()
  const actions = createAppActions(createAppStore(local))
  actions.switchSider()
  actions.switchTheme()
  actions.handleNavOpenKeys(['1'])
  expect(createAppStore(local).getState()).toMatchObject({ siderFold: true, inlineCollapsed: true, darkTheme: true, navOpenKeys: ['1'] })
})

it('follows the system’s theme only until the user has chosen one', () => {
  const local = memoryStore()
  const store = createAppStore(local, true)
  expect(store.getState().darkTheme).toBe(true)
  createAppActions(store).switchTheme()
  expect(createAppStore(local, true).getState().darkTheme).toBe(false)
})

it('starts sound when the stored values are not', () => {
  const local = memoryStore()
  local.set('navOpenKeys', { 0: '1' })
  local.set('siderFold', 'yes')
  expect(createAppStore(local).getState()).toMatchObject({ navOpenKeys: [], siderFold: false })
})

describe('the width of the window', () => {
  it.each([
    [768, true],
    [769, false],
  ])('L2 at %i px makes the layout mobile: %s', (width, mobile) => {
    const store = createAppStore(memoryStore())
    createAppActions(store).changeWidth(width)
    expect(store.getState().isNavbar).toBe(mobile)
  })

  it('folds the menu for want of room without forgetting what the user wants', () => {
    const local = memoryStore()
    const store = createAppStore(local)
    const actions = createAppActions(store)
    actions.changeWidth(900)
    expect(store.getState()).toMatchObject({ inlineCollapsed: true, siderFold: false })
    actions.changeWidth(1400)
    expect(store.getState().inlineCollapsed).toBe(false)
  })

  it('closes the drawer when there is room for the menu', () => {
    const store = createAppStore(memoryStore())
    const actions = createAppActions(store)
    actions.changeWidth(400)
    actions.switchMenuPopver()
    actions.changeWidth(1400)
    expect(store.getState().menuPopoverVisible).toBe(false)
  })
})

it('L11 shows that something is under way until all of it has ended', async () => {
  const store = createAppStore(memoryStore())
  const actions = createAppActions(store)
  let end = (): void => undefined
  const slow = actions.track('logout', new Promise<void>((resolve) => (end = resolve)))
  await actions.track('logout', Promise.resolve())
  expect(store.getState().loading).toEqual({ logout: true })
  end()
  await slow
  expect(store.getState().loading).toEqual({})
})

it('L11 tracks what is under way, also when it fails', async () => {
  const store = createAppStore(memoryStore())
  const actions = createAppActions(store)
  const work = actions.track('logout', Promise.reject(new Error('no')))
  expect(store.getState().loading).toEqual({ logout: true })
  await expect(work).rejects.toThrow('no')
  expect(store.getState().loading).toEqual({})
})
