import type { ProductPlan } from '../../engine/core/plan'
import type { TableDefinition } from '../../engine/server/database/tables'
import { entityTables } from '../../engine/server/entityTables'

/** All tables of a product: those that its schemas ask for, and those of the server program. */
export function tablesOf(plan: ProductPlan): TableDefinition[] {
  return [...entityTables(plan), ...productTables]
}

/** Tables of the server program itself, beside those of the entities. */
export const productTables: TableDefinition[] = [
  {
    name: 'session_token',
    columns: [
      // SHA-256 of the token: who reads the table cannot sign in with it.
      { name: 'token_hash', type: 'text', nullable: false },
      { name: 'user_id', type: 'bigint', nullable: false },
      { name: 'created_at', type: 'timestamptz', nullable: false },
      { name: 'used_at', type: 'timestamptz', nullable: false },
    ],
    primaryKey: ['token_hash'],
    unique: [],
    indexes: [{ name: 'session_token_user_id_idx', columns: ['user_id'] }],
    foreignKeys: [{ name: 'session_token_user_id_fkey', columns: ['user_id'], references: { table: 'app_user', columns: ['id'] } }],
    checks: [],
  },
  {
    // One-time tickets, the only tokens that ever stand in an address.
    name: 'login_ticket',
    columns: [
      { name: 'ticket_hash', type: 'text', nullable: false },
      { name: 'user_id', type: 'bigint', nullable: false },
      { name: 'path', type: 'text', nullable: false },
      { name: 'origin', type: 'text', nullable: false },
      { name: 'created_at', type: 'timestamptz', nullable: false },
      { name: 'used_at', type: 'timestamptz', nullable: true },
      // Hash of the session's token that the first use has bound it to.
      { name: 'session_hash', type: 'text', nullable: true },
    ],
    primaryKey: ['ticket_hash'],
    unique: [],
    indexes: [{ name: 'login_ticket_user_id_idx', columns: ['user_id'] }],
    foreignKeys: [{ name: 'login_ticket_user_id_fkey', columns: ['user_id'], references: { table: 'app_user', columns: ['id'] } }],
    checks: [],
  },
  {
    // What a role sees, looked at from a session, with which it ends.
    name: 'role_preview',
    columns: [
      { name: 'token_hash', type: 'text', nullable: false },
      { name: 'session_hash', type: 'text', nullable: false },
      { name: 'user_id', type: 'bigint', nullable: false },
      { name: 'role_id', type: 'bigint', nullable: false },
      { name: 'created_at', type: 'timestamptz', nullable: false },
    ],
    primaryKey: ['token_hash'],
    unique: [],
    indexes: [],
    // Users, roles and sessions go when they go: a preview without them is none.
    foreignKeys: [],
    checks: [],
  },
  {
    // Tries to sign in to an account from one address, see session/attempts.ts.
    name: 'sign_in_tries',
    columns: [
      // SHA-256 of the name that was typed, whether there is such an account or not.
      { name: 'account_hash', type: 'text', nullable: false },
      { name: 'address', type: 'text', nullable: false },
      { name: 'tries', type: 'integer', nullable: false },
      { name: 'since', type: 'timestamptz', nullable: false },
    ],
    primaryKey: ['account_hash', 'address'],
    unique: [],
    indexes: [{ name: 'sign_in_tries_since_idx', columns: ['since'] }],
    foreignKeys: [],
    checks: [],
  },
  {
    // Networks from which an account has signed in.
    name: 'sign_in_known',
    columns: [
      { name: 'account_hash', type: 'text', nullable: false },
      { name: 'address', type: 'text', nullable: false },
      { name: 'at', type: 'timestamptz', nullable: false },
    ],
    primaryKey: ['account_hash', 'address'],
    unique: [],
    indexes: [{ name: 'sign_in_known_at_idx', columns: ['at'] }],
    foreignKeys: [],
    checks: [],
  },
  {
    // How long an account is slowed down, from wherever it is tried.
    name: 'sign_in_delay',
    columns: [
      { name: 'account_hash', type: 'text', nullable: false },
      { name: 'failures', type: 'integer', nullable: false },
      { name: 'failed_at', type: 'timestamptz', nullable: false },
      { name: 'next_at', type: 'timestamptz', nullable: false },
      // Passwords that are being compared, and until when that can be true.
      { name: 'pending', type: 'integer', nullable: false },
      { name: 'pending_until', type: 'timestamptz', nullable: false },
    ],
    primaryKey: ['account_hash'],
    unique: [],
    indexes: [{ name: 'sign_in_delay_failed_at_idx', columns: ['failed_at'] }],
    foreignKeys: [],
    checks: [],
  },
  {
    name: 'user_preference',
    columns: [
      { name: 'user_id', type: 'bigint', nullable: false },
      { name: 'key', type: 'text', nullable: false },
      { name: 'value', type: 'jsonb', nullable: false },
      { name: 'updated_at', type: 'timestamptz', nullable: false },
    ],
    primaryKey: ['user_id', 'key'],
    unique: [],
    indexes: [],
    foreignKeys: [{ name: 'user_preference_user_id_fkey', columns: ['user_id'], references: { table: 'app_user', columns: ['id'] } }],
    checks: [],
  },
  {
    // What the last version gave to each standard role.
    name: 'standard_role',
    columns: [
      { name: 'role_code', type: 'text', nullable: false },
      { name: 'permissions', type: 'jsonb', nullable: false },
    ],
    primaryKey: ['role_code'],
    unique: [],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // What was done once for this installation, such as filling in the demo data.
    name: 'installation',
    columns: [
      { name: 'name', type: 'text', nullable: false },
      { name: 'value', type: 'text', nullable: false },
    ],
    primaryKey: ['name'],
    unique: [],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
]

/** The shapes (shapes.ts) of json columns of these tables. */
export const productTableShapes = { 'standard_role.permissions': 'menuPermissions' }
