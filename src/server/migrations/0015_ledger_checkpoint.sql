create table "ledger_checkpoint" (
  "ledger" text collate "C" not null,
  "balance_entity" text collate "C" not null,
  "balance_id" bigint not null,
  "day" date not null,
  "movement_id" bigint not null,
  "buckets" jsonb not null,
  "at" timestamptz(3) not null,
  constraint "ledger_checkpoint_pkey" primary key ("balance_entity", "balance_id", "ledger", "day")
);

alter table "ledger_checkpoint" add constraint "ledger_checkpoint_movement_id_fkey" foreign key ("movement_id") references "ledger_movement" ("id") deferrable;
