create table "stock_unusual" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "unusual_no" text collate "C" not null,
  "unusual_type" text collate "C",
  "stock_batch_id" bigint,
  "warehouse_id" bigint,
  "borrower_id" bigint,
  "funding_party_id" bigint,
  "department_id" bigint,
  "goods_id" bigint,
  "qty" numeric(18,4),
  "frozen_avail_qty" numeric(18,4),
  "frozen_pledge_qty" numeric(18,4),
  "found_at" timestamptz(3),
  "reporter_name" text collate "C",
  "description" text collate "C",
  "handler_id" bigint,
  "handle_result" text collate "C",
  "handled_at" timestamptz(3),
  "status" text collate "C" not null,
  "goods_no" text collate "C",
  "goods_name" text collate "C",
  "spec" text collate "C",
  "unit" text collate "C",
  constraint "stock_unusual_pkey" primary key ("id")
);

create table "stock_unusual_frozen_items" (
  "id" bigint generated always as identity not null,
  "parent_id" bigint not null,
  "line_no" integer not null,
  "pledge_item_id" bigint,
  "qty" numeric(18,4),
  constraint "stock_unusual_frozen_items_pkey" primary key ("id")
);

alter table "stock_unusual" add constraint "stock_unusual_unusual_no_key" unique ("unusual_no");

create index "stock_unusual_stock_batch_id_idx" on "stock_unusual" ("stock_batch_id");

create index "stock_unusual_warehouse_id_idx" on "stock_unusual" ("warehouse_id");

create index "stock_unusual_borrower_id_idx" on "stock_unusual" ("borrower_id");

create index "stock_unusual_funding_party_id_idx" on "stock_unusual" ("funding_party_id");

create index "stock_unusual_department_id_idx" on "stock_unusual" ("department_id");

create index "stock_unusual_goods_id_idx" on "stock_unusual" ("goods_id");

create index "stock_unusual_handler_id_idx" on "stock_unusual" ("handler_id");

create index "stock_unusual_status_id_idx" on "stock_unusual" ("status", "id");

create index "stock_unusual_warehouse_id_status_idx" on "stock_unusual" ("warehouse_id", "status");

alter table "stock_unusual" add constraint "stock_unusual_qty_min" check ("qty" >= 0.0001);

alter table "stock_unusual" add constraint "stock_unusual_frozen_avail_qty_min" check ("frozen_avail_qty" >= 0);

create index "stock_unusual_frozen_items_parent_id_line_no_idx" on "stock_unusual_frozen_items" ("parent_id", "line_no");

create index "stock_unusual_frozen_items_pledge_item_id_idx" on "stock_unusual_frozen_items" ("pledge_item_id");

alter table "stock_unusual_frozen_items" add constraint "stock_unusual_frozen_items_qty_min" check ("qty" >= 0);

alter table "stock_unusual" add constraint "stock_unusual_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "stock_unusual" add constraint "stock_unusual_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "stock_unusual" add constraint "stock_unusual_stock_batch_id_fkey" foreign key ("stock_batch_id") references "stock_batch" ("id") deferrable;

alter table "stock_unusual" add constraint "stock_unusual_warehouse_id_fkey" foreign key ("warehouse_id") references "warehouse" ("id") deferrable;

alter table "stock_unusual" add constraint "stock_unusual_borrower_id_fkey" foreign key ("borrower_id") references "enterprise" ("id") deferrable;

alter table "stock_unusual" add constraint "stock_unusual_funding_party_id_fkey" foreign key ("funding_party_id") references "enterprise" ("id") deferrable;

alter table "stock_unusual" add constraint "stock_unusual_department_id_fkey" foreign key ("department_id") references "department" ("id") deferrable;

alter table "stock_unusual" add constraint "stock_unusual_goods_id_fkey" foreign key ("goods_id") references "goods" ("id") deferrable;

alter table "stock_unusual" add constraint "stock_unusual_handler_id_fkey" foreign key ("handler_id") references "app_user" ("id") deferrable;

alter table "stock_unusual_frozen_items" add constraint "stock_unusual_frozen_items_parent_id_fkey" foreign key ("parent_id") references "stock_unusual" ("id") deferrable;

alter table "stock_unusual_frozen_items" add constraint "stock_unusual_frozen_items_pledge_item_id_fkey" foreign key ("pledge_item_id") references "pledge_item" ("id") deferrable;
