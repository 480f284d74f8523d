import pg from 'pg'

const { builtins } = pg.types

/** `numeric`, `bigint` (so also `count(*)`) and `date` stay the text that PostgreSQL sent: a binary float or a Date would change them. */
const scalarParsers: Record<number, (text: string) => unknown> = {
  [builtins.BOOL]: (text) => text === 't',
  [builtins.INT2]: Number,
  [builtins.INT4]: Number,
  [builtins.FLOAT4]: Number,
  [builtins.FLOAT8]: Number,
  [builtins.JSON]: parseJson,
  [builtins.JSONB]: parseJson,
  [builtins.TIMESTAMP]: isoTime,
  [builtins.TIMESTAMPTZ]: isoTime,
  [builtins.BYTEA]: (text) => Buffer.from(text.slice(2), 'hex'),
}

/** Type of an array → type of its elements; pg-types names no constants for them (pg_type.dat of PostgreSQL). */
const elementTypes: Record<number, number> = {
  1000: builtins.BOOL,
  1005: builtins.INT2,
  1007: builtins.INT4,
  1009: builtins.TEXT,
  1015: builtins.VARCHAR,
  1016: builtins.INT8,
  1115: builtins.TIMESTAMP,
  1182: builtins.DATE,
  1185: builtins.TIMESTAMPTZ,
  1231: builtins.NUMERIC,
}
// The declaration of pg-types knows the scalar types only.
const parseTextArray = pg.types.getTypeParser(1009 as typeof builtins.TEXT) as (text: string) => (string | null)[]

const asText = (text: string): string => text

/** The parser of a type for `pg`; a type that is not named above stays text. Expects a session in UTC with ISO dates (`pool.ts`). */
export function typeParser(type: number): (text: string) => unknown {
  const scalar = scalarParsers[type]
  if (scalar) return scalar
  const elementType = elementTypes[type]
  if (elementType === undefined) return asText
  const element = scalarParsers[elementType] ?? asText
  return (text) => parseTextArray(text).map((item) => (item === null ? null : element(item)))
}

function parseJson(text: string): unknown {
  return JSON.parse(text)
}

/** `2026-01-31 08:00:00.123456+00` → `2026-01-31T08:00:00.123Z`, like Date's toISOString; `infinity` and years beyond 9999 as they are. */
function isoTime(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?(?:\+00)?$/.exec(text)
  if (!match) return text
  const [, day, time, fraction = ''] = match
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}
