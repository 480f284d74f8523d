import { describe, expect, it } from 'vitest'
import { compileProduct } from '../compile'
import { resolveGroups } from '../sources/groups'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

const lending = 'entities/lending'

/** The library with an action of its lendings. */
function withAction(name: string, action: object) {
  const sources = librarySources()
  const { lending: entity } = sources.entities
  if (entity) entity.actions = { ...entity.actions, [name]: { ...entity.actions?.[name], ...action } }
  return sources
}

/** The same, performed by the calendar. */
function withDaily(action: object) {
  const sources = withAction('approve', { system: 'also', daily: true, ...action })
  sources.schedule = { language: 1, at: '00:30', steps: { day: { title: '日终', actions: ['lending/approve'] } } }
  return sources
}

it('accepts what the system can do by itself', () => {
  const ask = { remark: false, reason: { type: 'text' as const, title: '原因', maxLength: 10, required: true, default: '到期' } }
  const sources = withAction('expire', { title: '到期', from: ['OPEN'], to: 'DONE', system: true, ask })
  expect(checkProduct(sources)).toEqual([])
  expect(compileProduct(sources).entities['lending']?.actions['expire']?.system).toBe(true)
})

it('refuses four eyes, and inputs that nobody enters', () => {
  expect(checkProduct(withDaily({})).map(({ source, pointer, found }) => ({ source, pointer, found }))).toEqual([
    // The group says so, for every entity that includes it.
    { source: lending, pointer: '/actions/approve', found: '“approve”由系统执行，没有经办人，不能有 notBy' },
    { source: lending, pointer: '/actions/approve/ask/until', found: '“approve”每日自动执行，没有人填写必填的“until”' },
  ])
})

it('leaves to whoever performs an action what it asks', () => {
  expect(checkProduct(withAction('settle', { title: '结清', from: ['OPEN'], system: true, ask: { until: true } }))).toEqual([])
})

it('refuses a button for what only the system performs', () => {
  const sources = withAction('submit', { system: true })
  expect(checkProduct(sources)).toEqual([
    expect.objectContaining({
      source: 'screens/base/lending',
      pointer: '/pages/list/rowActions/3',
      found: '“submit”只由系统执行（system: true），不能是按钮',
    }),
  ])
  expect(checkProduct(withAction('submit', { system: 'also' }))).toEqual([])
})

describe('a system outside', () => {
  const needing = (needs: string, systems?: string) => {
    const sources = librarySources()
    sources.dictionaries['network'] = { language: 1, title: '系统', items: { NETWORK: '馆际互借' } }
    if (systems !== undefined) sources.product.systems = systems
    sources.entities['lending']!.actions!['end'] = { title: '结束', from: ['OPEN'], needs }
    return sources
  }

  it('is one of the dictionary that the product names, and compiles with what it is called', () => {
    expect(checkProduct(needing('NETWORK', 'network'))).toEqual([])
    expect(compileProduct(needing('NETWORK', 'network')).entities['lending']!.actions['end']?.needs).toEqual({
      code: 'NETWORK',
      title: '馆际互借',
    })
  })

  it('may call an endpoint of its own, which says what it takes', () => {
    const sources = needing('NETWORK', 'network')
    const returned = {
      method: 'POST',
      url: '/returned',
      permission: 'open',
      description: '还书通知',
      handler: 'takeReturn',
      signed: 'NETWORK',
      body: { lendingNo: { type: 'text', title: '借阅号', maxLength: 20, required: true } },
    } as const
    const { endpoints } = sources.screens['base/lending']!
    const problemsOf = (more: object, left: object = returned) => {
      endpoints.extra = { ...endpoints.extra, returned: { ...left, ...more } as never }
      return checkProduct(sources).map(({ pointer }) => pointer)
    }
    expect(problemsOf({})).toEqual([])
    expect(compileProduct(sources).screens['base/lending']!.extra['returned']).toMatchObject({ signed: 'NETWORK', permission: 'open' })
    const { body: _body, ...bodiless } = returned
    const at = '/endpoints/extra/returned'
    for (const wrong of [problemsOf({ permission: 'session' }), problemsOf({ method: 'GET' }), problemsOf({}, bodiless)])
      expect(wrong).toEqual([`${at}/signed`])
    expect(problemsOf({ signed: 'NETWROK' })).toEqual([`${at}/signed`])
    expect(problemsOf({ bodyMegabytes: 5 })).toEqual([`${at}/bodyMegabytes`])
  })

  it.each([
    ['no code of it', 'NETWROK', 'network', 'entities/lending', '/actions/end/needs'],
    ['nothing, as the product names none', 'NETWORK', undefined, 'entities/lending', '/actions/end/needs'],
    ['a dictionary that is not there', 'NETWORK', 'networks', 'product', '/systems'],
  ])('is refused as %s', (_what, needs, systems, source, pointer) => {
    expect(checkProduct(needing(needs, systems))).toMatchObject([{ source, pointer }])
  })
})

describe('an action like another', () => {
  it('has its effects, and says itself who takes it, from where and with which questions', () => {
    const sources = withAction('book', { title: '入账', from: ['OPEN'], to: 'DONE', like: 'approve', system: true })
    const entity = sources.entities['lending']!
    entity.actions!['approve'] = { ...entity.actions!['approve'], rule: 'approveLending', refresh: ['bookId'] }
    const { approve, book } = resolveGroups('lending', entity, sources).actions!
    expect(approve!.notBy).toBeDefined()
    expect(book).toEqual({ title: '入账', from: ['OPEN'], to: 'DONE', rule: 'approveLending', refresh: ['bookId'], system: true })
    // What it says of its own stands.
    entity.actions!['book'] = { ...entity.actions!['book'], refresh: ['readerId'] }
    expect(resolveGroups('lending', { ...entity }, sources).actions!['book']).toMatchObject({
      rule: 'approveLending',
      refresh: ['readerId'],
    })
  })

  it('is like one that there is', () => {
    const found = checkProduct(withAction('book', { title: '入账', from: ['OPEN'], like: 'aprove', system: true }))
    expect(found).toContainEqual(expect.objectContaining({ source: lending, pointer: '/actions/book/like', suggestion: 'approve' }))
  })
})
