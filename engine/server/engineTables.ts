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
        // Rows of this table: what led to it, where that began (empty: here), and what it takes back.
        optional('cause_id', 'bigint'),
        optional('root_id', 'bigint'),
        optional('undoes_id', 'bigint'),
      ],
      primaryKey: ['id'],
      // Nothing is taken back twice.
      unique: [{ name: 'document_history_undoes_id_key', columns: ['undoes_id'] }],
      indexes: [
        { name: 'document_history_cause_idx', columns: ['cause_id'] },
        { name: 'document_history_document_idx', columns: ['entity', 'document_id', 'id'] },
        { name: 'document_history_at_idx', columns: ['at'] },
      ],
      foreignKeys: [],
      checks: [],
      appendOnly: true,
    },
    ...ledgerTables(),
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
      // See requestLimit.ts.
      name: 'request_count',
      columns: [filled('name', 'text'), filled('key', 'text'), filled('requests', 'integer'), filled('ends_at', 'timestamptz')],
      primaryKey: ['name', 'key'],
      unique: [],
      indexes: [{ name: 'request_count_ends_at_idx', columns: ['ends_at'] }],
      foreignKeys: [],
      checks: [],
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
      // The security log, see securityEvents.ts. Accounts and addresses stay as they were then.
      name: 'security_event',
      columns: [
        identity,
        filled('at', 'timestamptz'),
        filled('kind', 'text'),
        optional('user_id', 'bigint'),
        optional('account', 'text'),
        filled('address', 'text'),
        filled('trace_id', 'text'),
        optional('detail', 'text'),
      ],
      primaryKey: ['id'],
      unique: [],
      indexes: [{ name: 'security_event_at_idx', columns: ['at'] }],
      foreignKeys: [],
      checks: [],
    },
    {
      // Saved views of lists, see views/.
      name: 'list_view',
      columns: [
        identity,
        filled('screen', 'text'),
        filled('page', 'text'),
        filled('name', 'text'),
        filled('owner_id', 'bigint'),
        filled('owner_name', 'text'),
        // Of an owner from outside: whose account it is.
        optional('outside', 'text'),
        // Code of the role that it is shared with; empty: the owner alone sees it.
        optional('role', 'text'),
        filled('content', 'jsonb'),
        filled('version', 'integer'),
        filled('updated_at', 'timestamptz'),
      ],
      primaryKey: ['id'],
      unique: [],
      indexes: [
        { name: 'list_view_list_idx', columns: ['screen', 'page', 'owner_id'] },
        { name: 'list_view_owner_id_idx', columns: ['owner_id'] },
        { name: 'list_view_role_idx', columns: ['role'] },
      ],
      foreignKeys: byUser('list_view', 'owner_id'),
      checks: [],
    },
    {
      // Screens that were published on the running product, see releases/. A row is never taken away: it says who showed what to whom, and when.
      name: 'screen_release',
      columns: [
        filled('screen', 'text'),
        // Counts the releases of the screen from 1.
        filled('version', 'integer'),
        filled('text', 'text'),
        // Of the shipped file that it was made from, and of all shipped files, which it was checked with.
        filled('shipped_hash', 'text'),
        filled('checked_hash', 'text'),
        filled('note', 'text'),
        optional('published_by_id', 'bigint'),
        filled('published_by_name', 'text'),
        filled('published_at', 'timestamptz'),
        // Empty: it holds, or the next one that does stands over it.
        optional('taken_back_by_id', 'bigint'),
        optional('taken_back_by_name', 'text'),
        optional('taken_back_at', 'timestamptz'),
        // The first page that could not be drawn by it.
        optional('failed_at', 'timestamptz'),
        optional('failure', 'text'),
      ],
      primaryKey: ['screen', 'version'],
      unique: [],
      indexes: [{ name: 'screen_release_holds_idx', columns: ['screen', 'version'], where: '"taken_back_at" is null' }],
      foreignKeys: [...byUser('screen_release', 'published_by_id'), ...byUser('screen_release', 'taken_back_by_id')],
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
    {
      // Business days that were ended, and who is at it; the newest that is ended is the last one.
      name: 'schedule_day',
      columns: [
        filled('day', 'date'),
        filled('runner', 'text'),
        // By the database's clock, which all servers share.
        filled('lease_until', 'timestamptz'),
        filled('started_at', 'timestamptz'),
        optional('ended_at', 'timestamptz'),
      ],
      primaryKey: ['day'],
      unique: [],
      indexes: [],
      foreignKeys: [],
      checks: [],
    },
    {
      name: 'schedule_step',
      columns: [
        filled('day', 'date'),
        filled('step', 'text'),
        filled('ended_at', 'timestamptz'),
        filled('done', 'integer'),
        filled('failed', 'integer'),
      ],
      primaryKey: ['day', 'step'],
      unique: [],
      indexes: [],
      foreignKeys: [],
      checks: [],
    },
    {
      // What the calendar did to which record on which day, so that it does nothing twice.
      name: 'schedule_item',
      columns: [
        filled('day', 'date'),
        filled('entity', 'text'),
        filled('document_id', 'bigint'),
        filled('action', 'text'),
        filled('step', 'text'),
        filled('at', 'timestamptz'),
        // Why it was not done; empty: it was.
        optional('failure', 'text'),
      ],
      primaryKey: ['day', 'entity', 'document_id', 'action'],
      unique: [],
      indexes: [],
      foreignKeys: [],
      checks: [],
    },
  ]
}

/** What ledgers move and who holds what of it; the numbers of documents are rows of `document_history`. */
function ledgerTables(): TableDefinition[] {
  return [
    {
      name: 'ledger_movement',
      columns: [
        identity,
        filled('run_id', 'bigint'),
        filled('seq', 'integer'),
        filled('ledger', 'text'),
        filled('type', 'text'),
        filled('balance_entity', 'text'),
        filled('balance_id', 'bigint'),
        filled('document_entity', 'text'),
        filled('document_id', 'bigint'),
        optional('line_id', 'bigint'),
        // Decimals as text, by name of the amount or of the bucket.
        filled('amounts', 'jsonb'),
        filled('deltas', 'jsonb'),
        filled('after', 'jsonb'),
        // Fields of the journal that the movement says itself.
        optional('note', 'jsonb'),
        filled('at', 'timestamptz'),
      ],
      primaryKey: ['id'],
      unique: [{ name: 'ledger_movement_run_id_seq_key', columns: ['run_id', 'seq'] }],
      indexes: [
        { name: 'ledger_movement_balance_idx', columns: ['balance_entity', 'balance_id', 'id'] },
        { name: 'ledger_movement_document_idx', columns: ['document_entity', 'document_id'] },
      ],
      foreignKeys: [
        {
          name: 'ledger_movement_run_id_fkey',
          columns: ['run_id'],
          references: { table: 'document_history', columns: ['id'] },
        },
      ],
      checks: [],
      appendOnly: true,
    },
    {
      name: 'ledger_hold',
      columns: [
        identity,
        filled('ledger', 'text'),
        filled('bucket', 'text'),
        filled('balance_entity', 'text'),
        filled('balance_id', 'bigint'),
        filled('owner_entity', 'text'),
        filled('owner_id', 'bigint'),
        // The hold that it was taken from.
        optional('giver_id', 'bigint'),
        // The balance whose movement was carried to this one.
        optional('via_entity', 'text'),
        optional('via_id', 'bigint'),
        filled('open', 'numeric(18,6)'),
      ],
      primaryKey: ['id'],
      unique: [],
      indexes: [
        { name: 'ledger_hold_balance_idx', columns: ['balance_entity', 'balance_id', 'id'] },
        { name: 'ledger_hold_owner_idx', columns: ['owner_entity', 'owner_id'] },
      ],
      foreignKeys: [{ name: 'ledger_hold_giver_id_fkey', columns: ['giver_id'], references: { table: 'ledger_hold', columns: ['id'] } }],
      checks: [{ name: 'ledger_hold_open_min', sql: '"open" >= 0' }],
    },
    {
      name: 'ledger_hold_entry',
      columns: [identity, filled('hold_id', 'bigint'), filled('run_id', 'bigint'), filled('delta', 'numeric(18,6)')],
      primaryKey: ['id'],
      unique: [],
      indexes: [
        { name: 'ledger_hold_entry_hold_idx', columns: ['hold_id'] },
        { name: 'ledger_hold_entry_run_idx', columns: ['run_id'] },
      ],
      foreignKeys: [
        { name: 'ledger_hold_entry_hold_id_fkey', columns: ['hold_id'], references: { table: 'ledger_hold', columns: ['id'] } },
        {
          name: 'ledger_hold_entry_run_id_fkey',
          columns: ['run_id'],
          references: { table: 'document_history', columns: ['id'] },
        },
      ],
      checks: [],
      appendOnly: true,
    },
    {
      // What the movements of a balance come to at the end of a business day, up to the last of them.
      name: 'ledger_checkpoint',
      columns: [
        filled('ledger', 'text'),
        filled('balance_entity', 'text'),
        filled('balance_id', 'bigint'),
        filled('day', 'date'),
        filled('movement_id', 'bigint'),
        // Decimals as text.
        filled('buckets', 'jsonb'),
        filled('at', 'timestamptz'),
      ],
      primaryKey: ['balance_entity', 'balance_id', 'ledger', 'day'],
      unique: [],
      indexes: [],
      foreignKeys: [
        { name: 'ledger_checkpoint_movement_id_fkey', columns: ['movement_id'], references: { table: 'ledger_movement', columns: ['id'] } },
      ],
      checks: [],
    },
    {
      // Buckets whose balances from before the ledger were explained.
      name: 'ledger_adoption',
      columns: [
        filled('ledger', 'text'),
        filled('balance_entity', 'text'),
        filled('bucket', 'text'),
        // Its holders too.
        filled('held', 'boolean'),
        filled('at', 'timestamptz'),
      ],
      primaryKey: ['ledger', 'balance_entity', 'bucket'],
      unique: [],
      indexes: [],
      foreignKeys: [],
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
