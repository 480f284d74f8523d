create table "ledger_adoption" (
  "ledger" text collate "C" not null,
  "balance_entity" text collate "C" not null,
  "bucket" text collate "C" not null,
  "held" boolean not null,
  "at" timestamptz(3) not null,
  constraint "ledger_adoption_pkey" primary key ("ledger", "balance_entity", "bucket")
);
