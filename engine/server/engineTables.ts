import type { ProductPlan } from '../core/plan'
import type { ColumnDefinition, ColumnType, TableDefinition } from './database/tables'

/** What the engine keeps beside the product's entities. */
export function engineTables(plan: ProductPlan): TableDefinition[] {
  const users = plan.entities[plan.userEntity]?.table
  const byUser = (table: string, column: string): TableDefinition['foreignKeys'] =>
    users === undefined ? [] : [{ name: `${table}_${column}_fkey`, columns: [column], references: { table: users, columns: ['id'] } }]
  return [
    {
      name: 'document_history',
      columns: [
        identity,
        filled('entity', 'text'),
        filled('document_id', 'bigint'),
        optional('document_label', 'text'),
        filled('action', 'text'),
        filled('action_title', 'text'),
        optional('from_state', 'text'),
        optional('to_state', 'text'),
        optional('opinion', 'text'),
        optional('changes', 'jsonb'),
        optional('extra', 'jsonb'),
        // Whoever it was then: the names stay when the account is renamed.
        optional('operator_id', 'bigint'),
        optional('operator_name', 'text'),
        filled('at', 'timestamptz'),
      ],
      primaryKey: ['id'],
      unique: [],
      indexes: [
        { name: 'document_history_document_idx', columns: ['entity', 'document_id', 'id'] },
        { name: 'document_history_at_idx', columns: ['at'] },
      ],
      foreignKeys: [],
      checks: [],
      appendOnly: true,
    },
    {
      name: 'document_sequence',
      // What a counter counts and the period that it restarts with, see numbers/counters.ts.
      columns: [filled('counter', 'text'), filled('period', 'text'), filled('last_value', 'bigint')],
      primaryKey: ['counter', 'period'],
      unique: [],
      indexes: [],
      foreignKeys: [],
      checks: [{ name: 'document_sequence_last_value_min', sql: '"last_value" > 0' }],
    },
    {
      name: 'idempotency_key',
      columns: [
        filled('user_id', 'bigint'),
        filled('key', 'text'),
        filled('route', 'text'),
        filled('body_hash', 'text'),
        optional('status', 'integer'),
        optional('answer', 'jsonb'),
        filled('created_at', 'timestamptz'),
      ],
      primaryKey: ['user_id', 'key'],
      unique: [],
      indexes: [{ name: 'idempotency_key_created_at_idx', columns: ['created_at'] }],
      foreignKeys: [],
      checks: [],
    },
    {
      name: 'stored_file',
      columns: [
        filled('id', 'text'),
        filled('name', 'text'),
        filled('size', 'bigint'),
        filled('type', 'text'),
        filled('sha256', 'text'),
        // What the uploader says it is, a code of the product's.
        optional('kind', 'text'),
        // It stays although no document has taken it.
        { name: 'kept', type: 'boolean', nullable: false, default: 'false' },
        optional('uploaded_by_id', 'bigint'),
        filled('uploaded_at', 'timestamptz'),
      ],
      primaryKey: ['id'],
      unique: [],
      indexes: [{ name: 'stored_file_uploaded_at_idx', columns: ['uploaded_at'] }],
      foreignKeys: byUser('stored_file', 'uploaded_by_id'),
      checks: [],
    },
    {
      name: 'attachment',
      columns: [
        identity,
        filled('entity', 'text'),
        filled('document_id', 'bigint'),
        // Empty for what is attached to the document as a whole.
        optional('field', 'text'),
        filled('file_id', 'text'),
        optional('created_by_id', 'bigint'),
        filled('created_at', 'timestamptz'),
      ],
      primaryKey: ['id'],
      unique: [],
      indexes: [
        { name: 'attachment_document_idx', columns: ['entity', 'document_id', 'field'] },
        { name: 'attachment_file_idx', columns: ['file_id'] },
      ],
      foreignKeys: [
        { name: 'attachment_file_id_fkey', columns: ['file_id'], references: { table: 'stored_file', columns: ['id'] } },
        ...byUser('attachment', 'created_by_id'),
      ],
      checks: [],
    },
  ]
}

const identity: ColumnDefinition = { name: 'id', type: 'bigint', nullable: false, identity: true }

function filled(name: string, type: ColumnType): ColumnDefinition {
  return { name, type, nullable: false }
}

function optional(name: string, type: ColumnType): ColumnDefinition {
  return { name, type, nullable: true }
}
