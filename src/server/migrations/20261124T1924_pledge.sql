alter table "loan_goods" drop constraint "loan_goods_frozen_qty_min";

-- What a loan has frozen is said by its holds alone.
alter table "loan_goods" drop column "frozen_qty";

create table "pledge" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "pledge_no" text collate "C" not null,
  "loan_id" bigint,
  "warehouse_id" bigint,
  "supervision_mode" text collate "C",
  "pledge_date" date,
  "effective_at" timestamptz(3),
  "stock_in_id" bigint,
  "registration_no" text collate "C",
  "registration_expire_date" date,
  "notice_id" bigint,
  "total_qty" numeric(18,4),
  "pledge_value" numeric(18,2),
  "finance_amount" numeric(18,2),
  "released_qty" numeric(18,4),
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
  constraint "pledge_pkey" primary key ("id")
);

create table "pledge_batches" (
  "id" bigint generated always as identity not null,
  "parent_id" bigint not null,
  "line_no" integer not null,
  "goods_id" bigint,
  "goods_no" text collate "C",
  "goods_name" text collate "C",
  "spec" text collate "C",
  "unit" text collate "C",
  "stock_batch_id" bigint,
  "batch_no" text collate "C",
  "expiry_date" date,
  "pledged_qty" numeric(18,4),
  "pledge_price" numeric(18,4),
  "pledge_value" numeric(18,2),
  "pledge_rate" numeric(18,4),
  "finance_amount" numeric(18,2),
  "financed_amount" numeric(18,2),
  "from_loan_qty" numeric(18,4),
  "pledge_item_id" bigint,
  constraint "pledge_batches_pkey" primary key ("id")
);

create table "pledge_item" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "item_no" text collate "C" not null,
  "pledge_id" bigint,
  "loan_id" bigint,
  "stock_batch_id" bigint,
  "warehouse_id" bigint,
  "batch_no" text collate "C",
  "expiry_date" date,
  "pledge_date" date,
  "pledged_qty" numeric(18,4),
  "released_qty" numeric(18,4),
  "reduced_qty" numeric(18,4),
  "remain_qty" numeric(18,4),
  "from_loan_qty" numeric(18,4),
  "locked_qty" numeric(18,4),
  "pledge_price" numeric(18,4),
  "pledge_rate" numeric(18,4),
  "financed_amount" numeric(18,2),
  "unit_principal" numeric(18,6),
  "status" text collate "C" not null,
  "goods_id" bigint,
  "goods_no" text collate "C",
  "goods_name" text collate "C",
  "spec" text collate "C",
  "unit" text collate "C",
  "borrower_id" bigint,
  "department_id" bigint,
  "funding_party_id" bigint,
  constraint "pledge_item_pkey" primary key ("id")
);

create table "pledge_notice" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "notice_no" text collate "C" not null,
  "notice_type" text collate "C",
  "pledge_id" bigint,
  "loan_id" bigint,
  "warehouse_id" bigint,
  "supervisor_id" bigint,
  "issue_date" date,
  "min_control_value" numeric(18,2),
  "notice_qty" numeric(18,4),
  "notice_content" text collate "C",
  "receipt_person_name" text collate "C",
  "receipt_qty" numeric(18,4),
  "receipt_at" timestamptz(3),
  "status" text collate "C" not null,
  "borrower_id" bigint,
  "department_id" bigint,
  "funding_party_id" bigint,
  "remark" text collate "C",
  constraint "pledge_notice_pkey" primary key ("id")
);

create table "pledge_notice_goods" (
  "id" bigint generated always as identity not null,
  "parent_id" bigint not null,
  "line_no" integer not null,
  "goods_id" bigint,
  "goods_no" text collate "C",
  "goods_name" text collate "C",
  "spec" text collate "C",
  "unit" text collate "C",
  "stock_batch_id" bigint,
  "batch_no" text collate "C",
  "expiry_date" date,
  "qty" numeric(18,4),
  "unit_price" numeric(18,4),
  "amount" numeric(18,2),
  constraint "pledge_notice_goods_pkey" primary key ("id")
);

alter table "pledge" add constraint "pledge_pledge_no_key" unique ("pledge_no");

create index "pledge_loan_id_idx" on "pledge" ("loan_id");

create index "pledge_warehouse_id_idx" on "pledge" ("warehouse_id");

create index "pledge_stock_in_id_idx" on "pledge" ("stock_in_id");

create index "pledge_notice_id_idx" on "pledge" ("notice_id");

create index "pledge_borrower_id_idx" on "pledge" ("borrower_id");

create index "pledge_department_id_idx" on "pledge" ("department_id");

create index "pledge_funding_party_id_idx" on "pledge" ("funding_party_id");

create index "pledge_submitted_by_id_idx" on "pledge" ("submitted_by_id");

create index "pledge_audited_by_id_idx" on "pledge" ("audited_by_id");

create index "pledge_status_id_idx" on "pledge" ("status", "id");

create index "pledge_loan_id_status_idx" on "pledge" ("loan_id", "status");

create index "pledge_borrower_id_status_idx" on "pledge" ("borrower_id", "status");

create index "pledge_warehouse_id_status_idx" on "pledge" ("warehouse_id", "status");

create index "pledge_batches_parent_id_line_no_idx" on "pledge_batches" ("parent_id", "line_no");

create index "pledge_batches_goods_id_idx" on "pledge_batches" ("goods_id");

create index "pledge_batches_stock_batch_id_idx" on "pledge_batches" ("stock_batch_id");

create index "pledge_batches_pledge_item_id_idx" on "pledge_batches" ("pledge_item_id");

alter table "pledge_batches" add constraint "pledge_batches_pledged_qty_min" check ("pledged_qty" >= 0.0001);

alter table "pledge_batches" add constraint "pledge_batches_from_loan_qty_min" check ("from_loan_qty" >= 0);

create unique index "pledge_item_pledge_id_stock_batch_id_key" on "pledge_item" ("pledge_id", "stock_batch_id") nulls not distinct where (("status" in ('RELEASED', 'CANCELLED')) is not true);

alter table "pledge_item" add constraint "pledge_item_item_no_key" unique ("item_no");

create index "pledge_item_pledge_id_idx" on "pledge_item" ("pledge_id");

create index "pledge_item_loan_id_idx" on "pledge_item" ("loan_id");

create index "pledge_item_stock_batch_id_idx" on "pledge_item" ("stock_batch_id");

create index "pledge_item_warehouse_id_idx" on "pledge_item" ("warehouse_id");

create index "pledge_item_goods_id_idx" on "pledge_item" ("goods_id");

create index "pledge_item_borrower_id_idx" on "pledge_item" ("borrower_id");

create index "pledge_item_department_id_idx" on "pledge_item" ("department_id");

create index "pledge_item_funding_party_id_idx" on "pledge_item" ("funding_party_id");

create index "pledge_item_status_id_idx" on "pledge_item" ("status", "id");

create index "pledge_item_loan_id_status_idx" on "pledge_item" ("loan_id", "status");

create index "pledge_item_stock_batch_id_status_idx" on "pledge_item" ("stock_batch_id", "status");

create index "pledge_item_borrower_id_warehouse_id_goods_id_idx" on "pledge_item" ("borrower_id", "warehouse_id", "goods_id");

alter table "pledge_item" add constraint "pledge_item_pledged_qty_min" check ("pledged_qty" >= 0.0001);

alter table "pledge_item" add constraint "pledge_item_released_qty_min" check ("released_qty" >= 0);

alter table "pledge_item" add constraint "pledge_item_reduced_qty_min" check ("reduced_qty" >= 0);

alter table "pledge_item" add constraint "pledge_item_remain_qty_min" check ("remain_qty" >= 0);

alter table "pledge_item" add constraint "pledge_item_from_loan_qty_min" check ("from_loan_qty" >= 0);

alter table "pledge_item" add constraint "pledge_item_locked_qty_min" check ("locked_qty" >= 0);

alter table "pledge_item" add constraint "pledge_item_pledge_price_min" check ("pledge_price" >= 0);

alter table "pledge_item" add constraint "pledge_item_pledge_rate_min" check ("pledge_rate" >= 0);

alter table "pledge_item" add constraint "pledge_item_pledge_rate_max" check ("pledge_rate" <= 1);

alter table "pledge_item" add constraint "pledge_item_financed_amount_min" check ("financed_amount" >= 0);

alter table "pledge_notice" add constraint "pledge_notice_notice_no_key" unique ("notice_no");

create index "pledge_notice_pledge_id_idx" on "pledge_notice" ("pledge_id");

create index "pledge_notice_loan_id_idx" on "pledge_notice" ("loan_id");

create index "pledge_notice_warehouse_id_idx" on "pledge_notice" ("warehouse_id");

create index "pledge_notice_supervisor_id_idx" on "pledge_notice" ("supervisor_id");

create index "pledge_notice_borrower_id_idx" on "pledge_notice" ("borrower_id");

create index "pledge_notice_department_id_idx" on "pledge_notice" ("department_id");

create index "pledge_notice_funding_party_id_idx" on "pledge_notice" ("funding_party_id");

create index "pledge_notice_status_id_idx" on "pledge_notice" ("status", "id");

create index "pledge_notice_loan_id_status_idx" on "pledge_notice" ("loan_id", "status");

create index "pledge_notice_warehouse_id_status_idx" on "pledge_notice" ("warehouse_id", "status");

alter table "pledge_notice" add constraint "pledge_notice_min_control_value_min" check ("min_control_value" >= 0);

alter table "pledge_notice" add constraint "pledge_notice_notice_qty_min" check ("notice_qty" >= 0);

alter table "pledge_notice" add constraint "pledge_notice_receipt_qty_min" check ("receipt_qty" >= 0);

create index "pledge_notice_goods_parent_id_line_no_idx" on "pledge_notice_goods" ("parent_id", "line_no");

create index "pledge_notice_goods_goods_id_idx" on "pledge_notice_goods" ("goods_id");

create index "pledge_notice_goods_stock_batch_id_idx" on "pledge_notice_goods" ("stock_batch_id");

alter table "pledge_notice_goods" add constraint "pledge_notice_goods_qty_min" check ("qty" >= 0.0001);

alter table "pledge" add constraint "pledge_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "pledge" add constraint "pledge_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "pledge" add constraint "pledge_loan_id_fkey" foreign key ("loan_id") references "loan" ("id") deferrable;

alter table "pledge" add constraint "pledge_warehouse_id_fkey" foreign key ("warehouse_id") references "warehouse" ("id") deferrable;

alter table "pledge" add constraint "pledge_stock_in_id_fkey" foreign key ("stock_in_id") references "stock_in" ("id") deferrable;

alter table "pledge" add constraint "pledge_notice_id_fkey" foreign key ("notice_id") references "pledge_notice" ("id") deferrable;

alter table "pledge" add constraint "pledge_borrower_id_fkey" foreign key ("borrower_id") references "enterprise" ("id") deferrable;

alter table "pledge" add constraint "pledge_department_id_fkey" foreign key ("department_id") references "department" ("id") deferrable;

alter table "pledge" add constraint "pledge_funding_party_id_fkey" foreign key ("funding_party_id") references "enterprise" ("id") deferrable;

alter table "pledge" add constraint "pledge_submitted_by_id_fkey" foreign key ("submitted_by_id") references "app_user" ("id") deferrable;

alter table "pledge" add constraint "pledge_audited_by_id_fkey" foreign key ("audited_by_id") references "app_user" ("id") deferrable;

alter table "pledge_batches" add constraint "pledge_batches_parent_id_fkey" foreign key ("parent_id") references "pledge" ("id") deferrable;

alter table "pledge_batches" add constraint "pledge_batches_goods_id_fkey" foreign key ("goods_id") references "goods" ("id") deferrable;

alter table "pledge_batches" add constraint "pledge_batches_stock_batch_id_fkey" foreign key ("stock_batch_id") references "stock_batch" ("id") deferrable;

alter table "pledge_batches" add constraint "pledge_batches_pledge_item_id_fkey" foreign key ("pledge_item_id") references "pledge_item" ("id") deferrable;

alter table "pledge_item" add constraint "pledge_item_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "pledge_item" add constraint "pledge_item_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "pledge_item" add constraint "pledge_item_pledge_id_fkey" foreign key ("pledge_id") references "pledge" ("id") deferrable;

alter table "pledge_item" add constraint "pledge_item_loan_id_fkey" foreign key ("loan_id") references "loan" ("id") deferrable;

alter table "pledge_item" add constraint "pledge_item_stock_batch_id_fkey" foreign key ("stock_batch_id") references "stock_batch" ("id") deferrable;

alter table "pledge_item" add constraint "pledge_item_warehouse_id_fkey" foreign key ("warehouse_id") references "warehouse" ("id") deferrable;

alter table "pledge_item" add constraint "pledge_item_goods_id_fkey" foreign key ("goods_id") references "goods" ("id") deferrable;

alter table "pledge_item" add constraint "pledge_item_borrower_id_fkey" foreign key ("borrower_id") references "enterprise" ("id") deferrable;

alter table "pledge_item" add constraint "pledge_item_department_id_fkey" foreign key ("department_id") references "department" ("id") deferrable;

alter table "pledge_item" add constraint "pledge_item_funding_party_id_fkey" foreign key ("funding_party_id") references "enterprise" ("id") deferrable;

alter table "pledge_notice" add constraint "pledge_notice_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "pledge_notice" add constraint "pledge_notice_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "pledge_notice" add constraint "pledge_notice_pledge_id_fkey" foreign key ("pledge_id") references "pledge" ("id") deferrable;

alter table "pledge_notice" add constraint "pledge_notice_loan_id_fkey" foreign key ("loan_id") references "loan" ("id") deferrable;

alter table "pledge_notice" add constraint "pledge_notice_warehouse_id_fkey" foreign key ("warehouse_id") references "warehouse" ("id") deferrable;

alter table "pledge_notice" add constraint "pledge_notice_supervisor_id_fkey" foreign key ("supervisor_id") references "enterprise" ("id") deferrable;

alter table "pledge_notice" add constraint "pledge_notice_borrower_id_fkey" foreign key ("borrower_id") references "enterprise" ("id") deferrable;

alter table "pledge_notice" add constraint "pledge_notice_department_id_fkey" foreign key ("department_id") references "department" ("id") deferrable;

alter table "pledge_notice" add constraint "pledge_notice_funding_party_id_fkey" foreign key ("funding_party_id") references "enterprise" ("id") deferrable;

alter table "pledge_notice_goods" add constraint "pledge_notice_goods_parent_id_fkey" foreign key ("parent_id") references "pledge_notice" ("id") deferrable;

alter table "pledge_notice_goods" add constraint "pledge_notice_goods_goods_id_fkey" foreign key ("goods_id") references "goods" ("id") deferrable;

alter table "pledge_notice_goods" add constraint "pledge_notice_goods_stock_batch_id_fkey" foreign key ("stock_batch_id") references "stock_batch" ("id") deferrable;

-- Left out, to be decided by hand:
-- alter table "loan_goods" drop column "frozen_qty";
