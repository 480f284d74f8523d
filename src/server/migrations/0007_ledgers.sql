create table "ledger_hold" (
  "id" bigint generated always as identity not null,
  "ledger" text collate "C" not null,
  "bucket" text collate "C" not null,
  "balance_entity" text collate "C" not null,
  "balance_id" bigint not null,
  "owner_entity" text collate "C" not null,
  "owner_id" bigint not null,
  "giver_id" bigint,
  "open" numeric(18,6) not null,
  constraint "ledger_hold_pkey" primary key ("id")
);

create table "ledger_hold_entry" (
  "id" bigint generated always as identity not null,
  "hold_id" bigint not null,
  "run_id" bigint not null,
  "delta" numeric(18,6) not null,
  constraint "ledger_hold_entry_pkey" primary key ("id")
);

create table "ledger_movement" (
  "id" bigint generated always as identity not null,
  "run_id" bigint not null,
  "seq" integer not null,
  "ledger" text collate "C" not null,
  "type" text collate "C" not null,
  "balance_entity" text collate "C" not null,
  "balance_id" bigint not null,
  "document_entity" text collate "C" not null,
  "document_id" bigint not null,
  "line_id" bigint,
  "amounts" jsonb not null,
  "deltas" jsonb not null,
  "after" jsonb not null,
  "at" timestamptz(3) not null,
  constraint "ledger_movement_pkey" primary key ("id")
);

alter table "document_history" add column "cause_id" bigint;

alter table "document_history" add column "root_id" bigint;

alter table "document_history" add column "undoes_id" bigint;

create index "document_history_cause_idx" on "document_history" ("cause_id");

alter table "document_history" add constraint "document_history_undoes_id_key" unique ("undoes_id");

create index "ledger_hold_balance_idx" on "ledger_hold" ("balance_entity", "balance_id", "id");

create index "ledger_hold_owner_idx" on "ledger_hold" ("owner_entity", "owner_id");

alter table "ledger_hold" add constraint "ledger_hold_open_min" check ("open" >= 0);

create index "ledger_hold_entry_hold_idx" on "ledger_hold_entry" ("hold_id");

create index "ledger_hold_entry_run_idx" on "ledger_hold_entry" ("run_id");

alter table "ledger_movement" add constraint "ledger_movement_run_id_seq_key" unique ("run_id", "seq");

create index "ledger_movement_balance_idx" on "ledger_movement" ("balance_entity", "balance_id", "id");

create index "ledger_movement_document_idx" on "ledger_movement" ("document_entity", "document_id");

alter table "ledger_hold" add constraint "ledger_hold_giver_id_fkey" foreign key ("giver_id") references "ledger_hold" ("id") deferrable;

alter table "ledger_hold_entry" add constraint "ledger_hold_entry_hold_id_fkey" foreign key ("hold_id") references "ledger_hold" ("id") deferrable;

alter table "ledger_hold_entry" add constraint "ledger_hold_entry_run_id_fkey" foreign key ("run_id") references "document_history" ("id") deferrable;

alter table "ledger_movement" add constraint "ledger_movement_run_id_fkey" foreign key ("run_id") references "document_history" ("id") deferrable;

create or replace function "refuse_change"() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = '55000', table = tg_table_name;
end
$$;

create trigger "append_only" before update or delete or truncate on "ledger_hold_entry" for each statement execute function "refuse_change"();

create trigger "append_only" before update or delete or truncate on "ledger_movement" for each statement execute function "refuse_change"();
