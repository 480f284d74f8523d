create table "control_goods" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "control_no" text collate "C" not null,
  "control_mode" text collate "C",
  "loan_id" bigint,
  "loan_warehouse_id" bigint,
  "warehouse_id" bigint,
  "category_id" bigint,
  "control_rate" numeric(18,4),
  "min_control_value" numeric(18,2),
  "min_control_qty" numeric(18,4),
  "borrower_id" bigint,
  "department_id" bigint,
  "funding_party_id" bigint,
  "effective_date" date,
  "expire_date" date,
  "status" text collate "C" not null,
  "submitted_by_id" bigint,
  "submitted_at" timestamptz(3),
  "audited_by_id" bigint,
  "audited_at" timestamptz(3),
  "audit_opinion" text collate "C",
  "remark" text collate "C",
  constraint "control_goods_pkey" primary key ("id")
);

create table "waterline" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "snap_date" date,
  "is_latest" boolean,
  "loan_id" bigint,
  "product_id" bigint,
  "pledged_value" numeric(18,2),
  "provisional_value" numeric(18,2),
  "total_value" numeric(18,2),
  "outstanding_principal" numeric(18,2),
  "in_transit_principal" numeric(18,2),
  "unpaid_interest" numeric(18,2),
  "bond_balance" numeric(18,2),
  "exposure" numeric(18,2),
  "ltv" numeric(18,4),
  "initial_rate" numeric(18,4),
  "warn_ltv" numeric(18,4),
  "call_ltv" numeric(18,4),
  "close_ltv" numeric(18,4),
  "water_level" text collate "C",
  "min_control_value" numeric(18,2),
  "gap_value" numeric(18,2),
  "fill_cash" numeric(18,2),
  "fill_goods_value" numeric(18,2),
  "borrower_id" bigint,
  "department_id" bigint,
  "funding_party_id" bigint,
  constraint "waterline_pkey" primary key ("id")
);

alter table "pledge_notice" add column "control_id" bigint;

create index "pledge_notice_control_id_idx" on "pledge_notice" ("control_id");

alter table "control_goods" add constraint "control_goods_control_no_key" unique ("control_no");

create index "control_goods_loan_id_idx" on "control_goods" ("loan_id");

create index "control_goods_loan_warehouse_id_idx" on "control_goods" ("loan_warehouse_id");

create index "control_goods_warehouse_id_idx" on "control_goods" ("warehouse_id");

create index "control_goods_category_id_idx" on "control_goods" ("category_id");

create index "control_goods_borrower_id_idx" on "control_goods" ("borrower_id");

create index "control_goods_department_id_idx" on "control_goods" ("department_id");

create index "control_goods_funding_party_id_idx" on "control_goods" ("funding_party_id");

create index "control_goods_submitted_by_id_idx" on "control_goods" ("submitted_by_id");

create index "control_goods_audited_by_id_idx" on "control_goods" ("audited_by_id");

create index "control_goods_status_id_idx" on "control_goods" ("status", "id");

create index "control_goods_loan_id_status_idx" on "control_goods" ("loan_id", "status");

alter table "control_goods" add constraint "control_goods_control_rate_min" check ("control_rate" >= 0.0001);

alter table "control_goods" add constraint "control_goods_control_rate_max" check ("control_rate" <= 1);

alter table "control_goods" add constraint "control_goods_min_control_value_min" check ("min_control_value" >= 0);

alter table "control_goods" add constraint "control_goods_min_control_qty_min" check ("min_control_qty" >= 0);

alter table "waterline" add constraint "waterline_loan_id_snap_date_key" unique nulls not distinct ("loan_id", "snap_date");

create unique index "waterline_loan_id_key" on "waterline" ("loan_id") where "is_latest" = true;

create index "waterline_product_id_idx" on "waterline" ("product_id");

create index "waterline_borrower_id_idx" on "waterline" ("borrower_id");

create index "waterline_department_id_idx" on "waterline" ("department_id");

create index "waterline_funding_party_id_idx" on "waterline" ("funding_party_id");

create index "waterline_snap_date_idx" on "waterline" ("snap_date");

alter table "pledge_notice" add constraint "pledge_notice_control_id_fkey" foreign key ("control_id") references "control_goods" ("id") deferrable;

alter table "control_goods" add constraint "control_goods_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "control_goods" add constraint "control_goods_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "control_goods" add constraint "control_goods_loan_id_fkey" foreign key ("loan_id") references "loan" ("id") deferrable;

alter table "control_goods" add constraint "control_goods_loan_warehouse_id_fkey" foreign key ("loan_warehouse_id") references "warehouse" ("id") deferrable;

alter table "control_goods" add constraint "control_goods_warehouse_id_fkey" foreign key ("warehouse_id") references "warehouse" ("id") deferrable;

alter table "control_goods" add constraint "control_goods_category_id_fkey" foreign key ("category_id") references "category" ("id") deferrable;

alter table "control_goods" add constraint "control_goods_borrower_id_fkey" foreign key ("borrower_id") references "enterprise" ("id") deferrable;

alter table "control_goods" add constraint "control_goods_department_id_fkey" foreign key ("department_id") references "department" ("id") deferrable;

alter table "control_goods" add constraint "control_goods_funding_party_id_fkey" foreign key ("funding_party_id") references "enterprise" ("id") deferrable;

alter table "control_goods" add constraint "control_goods_submitted_by_id_fkey" foreign key ("submitted_by_id") references "app_user" ("id") deferrable;

alter table "control_goods" add constraint "control_goods_audited_by_id_fkey" foreign key ("audited_by_id") references "app_user" ("id") deferrable;

alter table "waterline" add constraint "waterline_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "waterline" add constraint "waterline_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "waterline" add constraint "waterline_loan_id_fkey" foreign key ("loan_id") references "loan" ("id") deferrable;

alter table "waterline" add constraint "waterline_product_id_fkey" foreign key ("product_id") references "product" ("id") deferrable;

alter table "waterline" add constraint "waterline_borrower_id_fkey" foreign key ("borrower_id") references "enterprise" ("id") deferrable;

alter table "waterline" add constraint "waterline_department_id_fkey" foreign key ("department_id") references "department" ("id") deferrable;

alter table "waterline" add constraint "waterline_funding_party_id_fkey" foreign key ("funding_party_id") references "enterprise" ("id") deferrable;
