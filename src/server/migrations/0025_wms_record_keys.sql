drop index "wms_record_wms_no_goods_id_batch_no_pallet_no_key";

alter table "wms_record" add column "source_line_id" text collate "C";

-- By hand: a receipt came from the one line of its stock-in that has its goods and batch. Where several do, or several receipts would be the same,
-- nobody knows which, and each is told apart by its own number.
update "wms_record" as w set "source_line_id" = coalesce(
  (select case when count(*) = 1 and not exists (
     select from "wms_record" as o where o."id" < w."id" and o."wms_no" = w."wms_no" and o."goods_id" = w."goods_id"
       and o."batch_no" is not distinct from w."batch_no" and o."quality_status" = w."quality_status") then min(g."id")::text end from "stock_in_goods" as g
   where g."parent_id" = w."stock_in_id" and g."goods_id" = w."goods_id" and g."batch_no" is not distinct from w."batch_no"),
  'R' || w."id");

create unique index "wms_record_wms_no_goods_id_batch_no_pallet_no_qual_88b940b3_key" on "wms_record" ("wms_no", "goods_id", "batch_no", "pallet_no", "quality_status", "source_line_id") nulls not distinct where (("record_status" = 'VOID') is not true);
