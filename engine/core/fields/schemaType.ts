import type { Entity, Field } from '../../spec/generated/entity'
import type { ProductSources } from '../sources/sources'
import type { ExpressionType, RowType } from '../expression'
import type { FieldPlan, FieldType } from '../plan'

/** A field as a schema says it. */
export type FieldOf<Type extends FieldType> = Extract<Field, { type: Type }>

/** Where a field stands, for the check of what its own keywords name. */
export interface FieldCheck {
  /** @param keyword the keyword that holds the pattern */
  pattern(keyword: string, pattern: string | undefined): void
  dictionary(keyword: string, name: string): void
  /** Each key of `said` has to be a code of the dictionary. */
  codes(keyword: string, dictionary: string, said: Readonly<Record<string, unknown>> | undefined): void
  /** All keywords of a reference: its target, and the fields of both sides that they name. */
  reference(field: FieldOf<'ref'>): void
  /** The reference that a kind belongs to. */
  kind(field: FieldOf<'kind'>): void
}

/** One kind of value while schemas are compiled and checked. */
export interface SchemaType<Said extends Field> {
  /** People may type it; otherwise it is written by the system alone. */
  typed: boolean
  /** In px, what shows a typical value in a column without cutting it. */
  width(plan: FieldPlan): number
  align: 'left' | 'right'
  /** Rows can be sorted and filtered by it. */
  sortable: boolean
  /** Rows can be summed up by it. */
  summable: boolean
  /** Short and of few values, so that a list of them beside the rows makes sense. */
  listed: boolean
  /** How a search item asks that does not say how. */
  search: 'equals' | 'contains'
  /** Of the three columns of a form. */
  span: 1 | 3
  /** Short, and as it was written for good, so that things can be counted per value. */
  key: boolean
  /** A value can stand in the address of a form. */
  addressable: boolean
  /** What one value is in SQL; undefined where nothing can be computed with it there. */
  scalar: RowType | undefined
  /** What its values are in expressions. */
  expression(field: Said): ExpressionType
  /** What of its own keywords goes into the plan. @param where the entity, for messages @param name the field's */
  options(field: Said, sources: ProductSources, where: string, name: string): Partial<FieldPlan>
  /** Reports what its own keywords name and is not there. */
  check(field: Said, check: FieldCheck): void
  /** The codes that a fixed value must be one of; undefined where any will do. @param holder the entity, groups resolved */
  codes(field: Said, holder: Pick<Entity, 'states'> & { fields?: Record<string, Field> }, sources: ProductSources): string[] | undefined
}

/** What most types say; a type may say otherwise. */
const usual = {
  typed: true,
  align: 'left',
  sortable: true,
  summable: false,
  listed: false,
  search: 'equals',
  span: 1,
  key: false,
  addressable: true,
  options: () => ({}),
  check: () => undefined,
  codes: () => undefined,
} satisfies Partial<SchemaType<Field>>

/** What a type need not say. */
type Usual = keyof typeof usual | 'expression'

/**
 * A type of the language. Call it with `@__PURE__`: bundlers then leave out of the browser's program what only the compiler asks, although it
 * stands in one file with what pages need.
 */
export function schemaType<Said extends Field>(
  own: Omit<SchemaType<Said>, Usual> & Partial<Pick<SchemaType<Said>, Usual>>,
): SchemaType<Said> {
  return { ...usual, expression: () => own.scalar ?? 'any', ...own }
}
