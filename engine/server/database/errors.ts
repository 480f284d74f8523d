import { serverError } from '../messages'
import pg from 'pg'
import { EngineError } from '../../core/error'

/**
 * What a failed statement means to the caller. `reference`: the row is still in use; `missingReference`: it points to a row that does
 * not exist; `invalid`: a value does not fit its type; `outOfRange`: a figure, given or added up, is beyond its column; `unavailable`: there
 * is no database to talk to.
 */
export type DatabaseErrorKind =
  | 'unique'
  | 'reference'
  | 'missingReference'
  | 'check'
  | 'notNull'
  | 'invalid'
  | 'outOfRange'
  | 'timeout'
  | 'serialization'
  | 'unavailable'
  | 'permission'
  | 'other'

export interface ClassifiedDatabaseError {
  kind: DatabaseErrorKind
  /** Also the name of a unique index. */
  constraint?: string
  table?: string
  /** PostgreSQL names it for `notNull` alone; the columns of a constraint are in the table's definition. */
  column?: string
}

/** Reads an error of either kind of database (SQLSTATE map of security.md 3.1); an error that is none of a database's is `other`. */
export function classifyDatabaseError(error: unknown): ClassifiedDatabaseError {
  if (error instanceof EngineError && error.code === 'database.unavailable') return { kind: 'unavailable' }
  if (!(error instanceof pg.DatabaseError)) return { kind: 'other' }
  const { constraint, table, column } = error
  return { kind: kindOf(error), constraint, table, column }
}

/** The connection failed, not the statement; whether the statement took effect is unknown. */
export function databaseUnavailable(cause: unknown): EngineError {
  return Object.assign(serverError('database.unavailable'), { cause })
}

/** It could not be opened; at start-up the reader can fix it, so the message has the reason. */
export function databaseUnreachable(cause: unknown): EngineError {
  // Node reports a name with several addresses as an AggregateError without a message.
  const { message = '', code = '' } = cause as { message?: string; code?: string }
  return Object.assign(serverError('database.unreachable', { reason: message || code }), { cause })
}

const kinds: Record<string, DatabaseErrorKind> = {
  '22003': 'outOfRange',
  '23502': 'notNull',
  '23505': 'unique',
  '23514': 'check',
  '40001': 'serialization',
  '40P01': 'serialization',
  '42501': 'permission',
  '55P03': 'timeout',
  '57014': 'timeout',
}
const kindsByClass: Record<string, DatabaseErrorKind> = { '08': 'unavailable', '22': 'invalid', '28': 'unavailable', '53': 'unavailable' }

function kindOf({ code = '', message }: pg.DatabaseError): DatabaseErrorKind {
  if (code === '23503') return isStillReferenced(message) ? 'reference' : 'missingReference'
  // Administrator's stop, crash of another session, not accepting connections yet.
  if (/^57P0[123]$/.test(code)) return 'unavailable'
  return kinds[code] ?? kindsByClass[code.slice(0, 2)] ?? 'other'
}

/**
 * One SQLSTATE covers both directions of a foreign key, and the words around may be in the server's language. The message of "still
 * referenced" alone quotes three names (the table, the constraint, the referencing table); the other one has two.
 */
function isStillReferenced(message: string): boolean {
  return (message.match(/["„“«»][^"„“”«»]+["“”«»]/g) ?? []).length >= 3
}
