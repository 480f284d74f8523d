import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { EntityPlan } from '../core/plan'
import type { View } from './extensions'
import { sourceOf, type SourceContext } from './source'
import { sqlOnly } from './testing/sqlOnly'

const kysely = sqlOnly()
const shelves = { name: 'shelves', view: 'shelves', fields: {} } as unknown as EntityPlan
const counted: View = ({ visible }) => visible('book', 'b', kysely.selectFrom('book as b').select(sql`count(*)`.as('books')))
const source = sourceOf({ entities: { shelves } }, { shelves: counted }, 'shelves')
const textOf = (context: SourceContext): string => sql`select * from ${source.from(context)} s`.compile(kysely).sql

it('a read model that adds up rows adds up what who asks sees', () => {
  const visible: SourceContext['visible'] = (entity, alias, query) =>
    (query as { where: (condition: unknown) => never }).where(sql`${sql.ref(`${alias}.owner`)} = ${sql.lit(entity)}`)
  expect(textOf({ kysely, today: '2026-11-20', visible })).toContain(`from "book" as "b" where "b"."owner" = 'book'`)
})

it('and for nobody adds up nothing', () => {
  expect(() => textOf({ kysely, today: '2026-11-20' })).toThrow('rows of book are added up, and nobody asks')
})
