alter table "loan" drop constraint "loan_approved_amount_min";

create table "short_order" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "short_no" text collate "C" not null,
  "source_type" text collate "C",
  "stock_in_id" bigint,
  "warehouse_id" bigint,
  "loan_id" bigint,
  "short_type" text collate "C",
  "goods_id" bigint,
  "stock_batch_id" bigint,
  "batch_no" text collate "C",
  "unit" text collate "C",
  "expected_qty" numeric(18,4),
  "actual_qty" numeric(18,4),
  "diff_qty" numeric(18,4),
  "unit_price" numeric(18,4),
  "diff_amount" numeric(18,2),
  "responsible_party" text collate "C",
  "responsible_enterprise_id" bigint,
  "short_handle" text collate "C",
  "claim_amount" numeric(18,2),
  "deduct_amount" numeric(18,2),
  "deducted_amount" numeric(18,2),
  "handled_at" timestamptz(3),
  "status" text collate "C" not null,
  "borrower_id" bigint,
  "department_id" bigint,
  "funding_party_id" bigint,
  "submitted_by_id" bigint,
  "submitted_at" timestamptz(3),
  "audited_by_id" bigint,
  "audited_at" timestamptz(3),
  "audit_opinion" text collate "C",
  "remark" text collate "C",
  constraint "short_order_pkey" primary key ("id")
);

alter table "loan" add constraint "loan_approved_amount_min" check ("approved_amount" >= 0);

alter table "short_order" add constraint "short_order_short_no_key" unique ("short_no");

create index "short_order_stock_in_id_idx" on "short_order" ("stock_in_id");

create index "short_order_warehouse_id_idx" on "short_order" ("warehouse_id");

create index "short_order_loan_id_idx" on "short_order" ("loan_id");

create index "short_order_goods_id_idx" on "short_order" ("goods_id");

create index "short_order_stock_batch_id_idx" on "short_order" ("stock_batch_id");

create index "short_order_responsible_enterprise_id_idx" on "short_order" ("responsible_enterprise_id");

create index "short_order_borrower_id_idx" on "short_order" ("borrower_id");

create index "short_order_department_id_idx" on "short_order" ("department_id");

create index "short_order_funding_party_id_idx" on "short_order" ("funding_party_id");

create index "short_order_submitted_by_id_idx" on "short_order" ("submitted_by_id");

create index "short_order_audited_by_id_idx" on "short_order" ("audited_by_id");

create index "short_order_status_id_idx" on "short_order" ("status", "id");

create index "short_order_warehouse_id_status_idx" on "short_order" ("warehouse_id", "status");

alter table "short_order" add constraint "short_order_expected_qty_min" check ("expected_qty" >= 0);

alter table "short_order" add constraint "short_order_actual_qty_min" check ("actual_qty" >= 0);

alter table "short_order" add constraint "short_order_unit_price_min" check ("unit_price" >= 0.0001);

alter table "short_order" add constraint "short_order_claim_amount_min" check ("claim_amount" >= 0.01);

alter table "short_order" add constraint "short_order_deduct_amount_min" check ("deduct_amount" >= 0);

alter table "short_order" add constraint "short_order_deducted_amount_min" check ("deducted_amount" >= 0);

alter table "short_order" add constraint "short_order_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "short_order" add constraint "short_order_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "short_order" add constraint "short_order_stock_in_id_fkey" foreign key ("stock_in_id") references "stock_in" ("id") deferrable;

alter table "short_order" add constraint "short_order_warehouse_id_fkey" foreign key ("warehouse_id") references "warehouse" ("id") deferrable;

alter table "short_order" add constraint "short_order_loan_id_fkey" foreign key ("loan_id") references "loan" ("id") deferrable;

alter table "short_order" add constraint "short_order_goods_id_fkey" foreign key ("goods_id") references "goods" ("id") deferrable;

alter table "short_order" add constraint "short_order_stock_batch_id_fkey" foreign key ("stock_batch_id") references "stock_batch" ("id") deferrable;

alter table "short_order" add constraint "short_order_responsible_enterprise_id_fkey" foreign key ("responsible_enterprise_id") references "enterprise" ("id") deferrable;

alter table "short_order" add constraint "short_order_borrower_id_fkey" foreign key ("borrower_id") references "enterprise" ("id") deferrable;

alter table "short_order" add constraint "short_order_department_id_fkey" foreign key ("department_id") references "department" ("id") deferrable;

alter table "short_order" add constraint "short_order_funding_party_id_fkey" foreign key ("funding_party_id") references "enterprise" ("id") deferrable;

alter table "short_order" add constraint "short_order_submitted_by_id_fkey" foreign key ("submitted_by_id") references "app_user" ("id") deferrable;

alter table "short_order" add constraint "short_order_audited_by_id_fkey" foreign key ("audited_by_id") references "app_user" ("id") deferrable;
