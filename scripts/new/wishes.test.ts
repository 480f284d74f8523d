import { describe, expect, it } from 'vitest'
import { librarySources } from '../../engine/core/testing/library'
import { readFieldKeywords } from './fieldKeywords'
import { readFlags } from './flags'
import { readWish } from './wishes'

const types = readFieldKeywords(process.cwd())
const present = { sources: librarySources(), files: new Map(), tables: new Set<string>(), addresses: [] }

/** Reads what is asked for by these flags, and answers the questions in this order; what is not answered has its usual answer. */
async function asked(flags: string[], answers: string[]) {
  const questions: string[] = []
  const rest = [...answers]
  const wish = await readWish(readFlags(flags), present, types, (question, usual) => {
    questions.push(question)
    return Promise.resolve(rest.shift() || (usual ?? ''))
  })
  return { wish, questions }
}

describe('who is asked at a terminal', () => {
  it('is asked for all that a new screen needs, with the usual answer where there is one', async () => {
    const { wish, questions } = await asked(['screen'], ['base/shelf', '书架', 'shelfNo:text(10):架号!', 'branchId:ref(branch):分馆!'])
    expect(wish).toMatchObject({ kind: 'screen', group: 'base', name: 'shelf', entity: 'shelf', title: '书架', label: 'shelfNo' })
    expect(wish.noted?.fields).toEqual({
      shelfNo: { type: 'text', title: '架号', maxLength: 10, required: true },
      branchId: { type: 'ref', title: '分馆', to: 'branch', required: true },
    })
    expect(wish.scope).toMatchObject({ branch: ['branchId'] })
    expect(wish.roles).toBeUndefined()
    expect(questions.map((question) => question.slice(0, 4))).toEqual([
      '路径（组',
      '标题',
      '字段 名',
      '下一个字',
      '下一个字',
      '一行以哪',
      '谁看得到',
      '哪些角色',
    ])
  })

  it('is told what is wrong with a field, and asked for that one again', async () => {
    const fields = ['shelfNo:text(10):架号!', 'branchId:ref(brench):分馆', 'branchId:ref(branch):分馆']
    const { wish, questions } = await asked(['entity', 'base/shelf', '--title', '书架'], fields)
    expect(Object.keys(wish.noted?.fields ?? {})).toEqual(['shelfNo', 'branchId'])
    expect(questions[2]).toMatch(/没有名为“brench”的 entity.*“branch”[^]*再写一次/)
  })

  it('is asked for no field of an entity that is there, and for nothing that a flag says', async () => {
    const { wish, questions } = await asked(['screen', 'base/book', '--roles', 'none'], [])
    expect(wish).toMatchObject({ entity: 'book', noted: { fields: {} } })
    expect(questions).toEqual([])
  })

  it.each(['shelf', 'base/shelf/more', 'base/9', '/shelf'])('cannot go on with the path “%s”', async (path) => {
    await expect(asked(['screen'], [path])).rejects.toThrow('不是模式文件的路径')
  })
})
