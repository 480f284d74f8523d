alter table "stock_movement" drop constraint "stock_movement_doc_type_doc_id_doc_line_id_stock_b_a05c1610_key";

alter table "customer_line" add column "first_approved_at" timestamptz(3);

alter table "loan" add column "first_approved_at" timestamptz(3);

alter table "loan" add column "awaits_stock_in" boolean;

alter table "quota" add column "first_approved_at" timestamptz(3);

alter table "stock_movement" add column "doc_step" text collate "C";

alter table "stock_movement" add constraint "stock_movement_doc_type_doc_id_doc_step_doc_line_i_87603f51_key" unique ("doc_type", "doc_id", "doc_step", "doc_line_id", "stock_batch_id", "movement_type");

-- What was granted or approved before this version says since when.
update "quota" set "first_approved_at" = (select min("occurred_at") from "quota_flow" where "quota_id" = "quota"."id" and "flow_type" = 'GRANT');

update "customer_line" set "first_approved_at" = (select min("occurred_at") from "quota_flow" where "customer_line_id" = "customer_line"."id" and "flow_type" = 'GRANT');

update "loan" set "first_approved_at" = (select min("at") from "document_history" where "entity" = 'loan' and "document_id" = "loan"."id" and "action" = 'approve');
