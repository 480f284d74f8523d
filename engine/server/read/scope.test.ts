import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ProductPlan } from '../../core/plan'
import { createRowScope, scopeProblems } from './scope'
import type { SessionUser } from '../session'
import { libraryExtensions, libraryPlan } from '../testing/library'
import { member } from '../testing/libraryServer'
import { sqlOnly } from '../testing/sqlOnly'

const kysely = sqlOnly()
const context = { kysely, today: '2026-11-20' }

function conditionOf(
  entity: string,
  user: SessionUser,
  plan: ProductPlan = libraryPlan,
): { sql: string; parameters: readonly unknown[] } | undefined {
  const condition = createRowScope(plan, libraryExtensions.views).condition(entity)('t', user, context)
  if (!condition) return undefined
  const compiled = condition.compile(kysely)
  return { sql: compiled.sql, parameters: compiled.parameters }
}

function changed(change: (plan: ProductPlan) => void): ProductPlan {
  const plan = structuredClone(libraryPlan)
  change(plan)
  return plan
}

const north = member('1', { branch: ['7', '8'] })

describe('the condition of a row scope', () => {
  it('compares the field with the ids of the account, as a parameter', () => {
    expect(conditionOf('book', north)).toEqual({ sql: '(t."branch_id" = any($1::bigint[]))', parameters: [['7', '8']] })
  })
  it('P5 of own rows is the account that created them, whatever else it may see', () => {
    const plan = changed((changing) => {
      changing.entities['book']!.scope = 'own'
    })
    expect(conditionOf('book', member('7'), plan)).toEqual({ sql: 't."created_by_id" = $1', parameters: ['7'] })
    expect(conditionOf('book', { ...north, id: '' }, plan)?.sql).toBe('false')
    expect(conditionOf('book', { ...north, system: true }, plan)).toBeUndefined()
  })
  it('P5 of attached files is who uploaded them, or may see the document on a screen that is open to him', () => {
    const plan = changed((changing) => {
      const file = { ...changing.entities['book']!, name: 'file', scope: 'attached' as const }
      changing.entities['file'] = file
    })
    const one = plan.screens['stock/book']!
    const rights = [{ menuName: one.menuName, menuId: '1', permissionType: 1 as const, children: [] }]
    const condition = conditionOf('file', member('7', { branch: ['9'] }, rights), plan)
    expect(condition?.sql).toMatch(/^\(t\."uploaded_by_id" = \$1 or \(t\."doc_type" = \$2 and exists \(select from "book" as t_d0 where/)
    expect(condition?.sql).toContain('t_d0."branch_id" = any($3::bigint[])')
    expect(condition?.parameters).toEqual(['7', 'book', ['9']])
    expect(conditionOf('file', member('7', {}, [{ ...rights[0]!, permissionType: 0 }]), plan)?.sql).toBe('(t."uploaded_by_id" = $1)')
  })
  it('admits every row of an entity that says any, and none of one that says none, to who is restricted in the dimension', () => {
    const saying = (owners: 'any' | 'none') =>
      changed(({ entities }) => {
        entities['book']!.scope = { by: { branch: owners, reader: 'any' } }
      })
    expect(conditionOf('book', north, saying('any'))).toBeUndefined()
    expect(conditionOf('book', north, saying('none'))).toEqual({ sql: 'false', parameters: [] })
    expect(conditionOf('book', member('1', { reader: ['9'] }), saying('none'))).toBeUndefined()
    expect(conditionOf('book', { ...north, system: true }, saying('none'))).toBeUndefined()
  })
  it('follows references of any depth', () => {
    const plan = changed(({ entities }) => {
      const { bookId } = entities['lending']!.fields
      entities['copyMovement']!.fields['lendingId'] = { ...bookId!, name: 'lendingId', ref: { ...bookId!.ref!, entity: 'lending' } }
      entities['copyMovement']!.scope = { by: { branch: ['lendingId.bookId.branchId'], reader: ['lendingId.readerId'] } }
    })
    expect(scopeProblems(plan)).toEqual([])
    expect(conditionOf('copyMovement', north, plan)).toEqual({
      sql:
        '(t."lending_id" in (select scope_owner."id" from "lending" as scope_owner where scope_owner."book_id" in ' +
        '(select scope_owner."id" from "book" as scope_owner where scope_owner."branch_id" = any($1::bigint[]))))',
      parameters: [['7', '8']],
    })
  })
  it('follows one reference', () => {
    expect(conditionOf('lending', north)?.sql).toBe(
      '(t."book_id" in (select scope_owner."id" from "book" as scope_owner where scope_owner."branch_id" = any($1::bigint[])))',
    )
  })
  it('asks for all dimensions that both sides know, and for any of a dimension’s fields', () => {
    const both = member('1', { branch: ['7'], reader: ['9'], colour: ['1'] })
    expect(conditionOf('lending', both)?.sql).toMatch(/^\(t\."book_id" in \(.+\)\) and \(t\."reader_id" = any\(\$2::bigint\[\]\)\)$/)
    const plan = changed(({ entities }) => {
      entities['lending']!.scope = { by: { reader: ['readerId', 'bookId.readerId'] } }
      entities['book']!.fields['readerId'] = { ...entities['lending']!.fields['readerId']! }
    })
    expect(conditionOf('lending', both, plan)?.sql).toMatch(/^\(t\."reader_id" = any\(.+\) or t\."book_id" in \(.+\)\)$/)
  })
  it('overlaps with a list of owners', () => {
    const plan = changed(({ entities }) => {
      const field = entities['book']!.fields['branchId']!
      entities['book']!.fields['branchId'] = { ...field, multiple: true, ref: { ...field.ref!, multiple: true } }
    })
    expect(conditionOf('book', north, plan)?.sql).toBe('(t."branch_id" && $1::bigint[])')
  })
  it('follows the record that holds a row', () => {
    expect(conditionOf('copyMovement', north)?.sql).toBe(
      '(exists (select from "book" as t_p0 where t_p0."id" = t."book_id" and (t_p0."branch_id" = any($1::bigint[]))))',
    )
  })
  it('wants a record around the row even where all records are visible', () => {
    expect(conditionOf('copyMovement', member('1'))?.sql).toBe('(t."book_id" is not null)')
  })
  it('is seen by who sees any of several records', () => {
    const plan = changed(({ entities }) => {
      const { bookId } = entities['lending']!.fields
      entities['copyMovement']!.fields['lendingId'] = { ...bookId!, name: 'lendingId', ref: { ...bookId!.ref!, entity: 'lending' } }
      entities['copyMovement']!.scope = { as: ['bookId', 'lendingId'] }
    })
    expect(conditionOf('copyMovement', member('1', { reader: ['9'] }), plan)?.sql).toBe(
      '(t."book_id" is not null or exists (select from "lending" as t_p1 where t_p1."id" = t."lending_id" and (t_p1."reader_id" = any($1::bigint[]))))',
    )
  })
  it.each([
    ['an entity for all', 'branch', north],
    ['a dimension that the account is not restricted in', 'book', member('1', { reader: ['1'] })],
    ['the system', 'book', { ...north, system: true }],
  ])('is none for %s', (_what, entity, user) => {
    expect(conditionOf(entity, user)).toBeUndefined()
  })
  it('admits nothing to an account whose list is empty', () => {
    expect(conditionOf('book', member('1', { branch: [] }))?.parameters).toEqual([[]])
  })
  it('narrows a select and leaves another alone', () => {
    const scope = createRowScope(libraryPlan, libraryExtensions.views)
    const books = kysely.selectFrom('book as b').select(sql`1`.as('one'))
    expect(scope.visible('book', 'b', books, north, context).compile().sql).toContain('where (b."branch_id" = any($1::bigint[]))')
    expect(scope.visible('author', 'b', books, north, context)).toBe(books)
  })
  it('refuses records that are seen as each other', () => {
    const plan = changed(({ entities }) => {
      const { bookId } = entities['copyMovement']!.fields
      entities['book']!.fields['movementId'] = { ...bookId!, name: 'movementId', ref: { ...bookId!.ref!, entity: 'copyMovement' } }
      entities['book']!.scope = { as: ['movementId'] }
    })
    expect(() => conditionOf('book', north, plan)).toThrow('its scope leads back to it')
  })
})

describe('scopeProblems', () => {
  it('finds none in a plan that is right', () => {
    expect(scopeProblems(libraryPlan)).toEqual([])
  })
  it('takes an entity for its own owner by id', () => {
    const plan = changed(({ entities }) => {
      entities['book']!.scope = { by: { branch: 'any', reader: ['id'] } }
    })
    expect(scopeProblems(plan)).toEqual(['entity book: scope reader by id: id of book does not point to reader'])
  })
  it('tells a dimension that is not said, and what is no record to be seen as', () => {
    const plan = changed(({ entities }) => {
      entities['book']!.scope = { by: { branch: ['branchId'] } }
      entities['lending']!.scope = { by: { branch: ['bookId.pages.branchId'], reader: 'none' } }
      entities['copyMovement']!.scope = { as: ['reason'] }
    })
    expect(scopeProblems(plan)).toEqual([
      'entity book: its row scope does not say reader',
      'entity lending: scope branch by bookId.pages.branchId: pages of book is no reference to one row by id',
      'entity copyMovement: scope as reason: reason is no reference to one row by id',
    ])
  })
})
