alter table "ledger_hold" add column "via_entity" text collate "C";

alter table "ledger_hold" add column "via_id" bigint;
