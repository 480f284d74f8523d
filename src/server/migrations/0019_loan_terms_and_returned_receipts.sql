drop index "wms_record_wms_no_goods_id_batch_no_pallet_no_key";

alter table "loan" add column "terms_reason" text collate "C";

alter table "loan_goods" add column "frozen_qty" numeric(18,4);

alter table "stock_in" add column "submitted_by_id" bigint;

alter table "stock_in" add column "returned_by_id" bigint;

alter table "wms_record" add column "record_status" text collate "C";

alter table "loan_goods" add constraint "loan_goods_frozen_qty_min" check ("frozen_qty" >= 0);

create index "stock_in_returned_by_id_idx" on "stock_in" ("returned_by_id");

create index "stock_in_submitted_by_id_idx" on "stock_in" ("submitted_by_id");

create unique index "wms_record_wms_no_goods_id_batch_no_pallet_no_key" on "wms_record" ("wms_no", "goods_id", "batch_no", "pallet_no") nulls not distinct where "batch_no" is not null and "pallet_no" is not null and (("record_status" = 'VOID') is not true);

alter table "stock_in" add constraint "stock_in_returned_by_id_fkey" foreign key ("returned_by_id") references "app_user" ("id") deferrable;

alter table "stock_in" add constraint "stock_in_submitted_by_id_fkey" foreign key ("submitted_by_id") references "app_user" ("id") deferrable;

-- By hand: all receipts there are count, whoever sent a notice down last is known from its history, and what approvals have frozen of a batch, from the ledger.
update "wms_record" set "record_status" = 'VALID';

update "stock_in" as s set "submitted_by_id" = (
  select h."operator_id" from "document_history" as h
  where h."entity" = 'stockIn' and h."document_id" = s."id" and h."action" = 'submit' order by h."id" desc limit 1);

update "loan_goods" as g set "frozen_qty" = (
  select coalesce(sum(h."open"), 0) from "ledger_hold" as h
  where h."ledger" = 'stock' and h."bucket" = 'frozenAvailQty' and h."balance_entity" = 'stockBatch' and h."balance_id" = g."stock_batch_id"
    and h."owner_entity" = 'loan' and h."owner_id" = g."parent_id");
