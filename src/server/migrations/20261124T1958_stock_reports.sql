create index "stock_movement_doc_no_idx" on "stock_movement" ("doc_no");

create index "stock_movement_doc_type_doc_id_idx" on "stock_movement" ("doc_type", "doc_id");

create index "stock_movement_goods_name_occurred_at_idx" on "stock_movement" ("goods_name", "occurred_at");

create index "stock_movement_movement_type_occurred_at_idx" on "stock_movement" ("movement_type", "occurred_at");

create index "stock_movement_occurred_at_id_idx" on "stock_movement" ("occurred_at", "id");
