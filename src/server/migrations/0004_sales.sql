create table "sale_invoice" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "invoice_apply_no" text collate "C" not null,
  "invoice_source" text collate "C",
  "sale_order_id" bigint,
  "invoice_kind" text collate "C",
  "department_id" bigint,
  "funding_party_id" bigint,
  "seller_id" bigint,
  "buyer_id" bigint,
  "buyer_title" text collate "C",
  "buyer_tax_no" text collate "C",
  "buyer_address_phone" text collate "C",
  "buyer_bank_account" text collate "C",
  "net_amount" numeric(18,2),
  "tax_amount" numeric(18,2),
  "total_amount" numeric(18,2),
  "total_amount_cn" text collate "C",
  "invoice_code" text collate "C",
  "invoice_no" text collate "C",
  "invoice_date" date,
  "check_code" text collate "C",
  "drawer" text collate "C",
  "red_invoice_no" text collate "C",
  "red_reason" text collate "C",
  "status" text collate "C" not null,
  "submitted_by_id" bigint,
  "submitted_at" timestamptz(3),
  "audited_by_id" bigint,
  "audited_at" timestamptz(3),
  "audit_opinion" text collate "C",
  "remark" text collate "C",
  constraint "sale_invoice_pkey" primary key ("id")
);

create table "sale_invoice_lines" (
  "id" bigint generated always as identity not null,
  "parent_id" bigint not null,
  "line_no" integer not null,
  "item_name" text collate "C",
  "tax_class_code" text collate "C",
  "spec" text collate "C",
  "unit" text collate "C",
  "qty" numeric(18,4),
  "unit_price" numeric(18,6),
  "net_amount" numeric(18,2),
  "tax_rate" numeric(18,4),
  "tax_amount" numeric(18,2),
  "sale_order_line_id" text collate "C",
  constraint "sale_invoice_lines_pkey" primary key ("id")
);

create table "sale_order" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "sale_no" text collate "C" not null,
  "customer_id" bigint,
  "borrower_id" bigint,
  "department_id" bigint,
  "funding_party_id" bigint,
  "warehouse_id" bigint,
  "order_date" date,
  "delivery_date" date,
  "payment_terms" integer,
  "currency" text collate "C",
  "exchange_rate" numeric(18,6),
  "total_qty" numeric(18,4),
  "total_amount" numeric(18,2),
  "tax_amount" numeric(18,2),
  "net_amount" numeric(18,2),
  "out_qty" numeric(18,4),
  "received_amount" numeric(18,2),
  "invoiced_amount" numeric(18,2),
  "status" text collate "C" not null,
  "submitted_by_id" bigint,
  "submitted_at" timestamptz(3),
  "audited_by_id" bigint,
  "audited_at" timestamptz(3),
  "audit_opinion" text collate "C",
  "remark" text collate "C",
  constraint "sale_order_pkey" primary key ("id")
);

create table "sale_order_lines" (
  "id" bigint generated always as identity not null,
  "parent_id" bigint not null,
  "line_no" integer not null,
  "goods_no" text collate "C",
  "goods_name" text collate "C",
  "spec" text collate "C",
  "unit" text collate "C",
  "goods_id" bigint,
  "qty" numeric(18,4),
  "unit_price" numeric(18,4),
  "tax_rate" numeric(18,4),
  "total_amount" numeric(18,2),
  "tax_amount" numeric(18,2),
  "out_qty" numeric(18,4),
  "invoiced_qty" numeric(18,4),
  constraint "sale_order_lines_pkey" primary key ("id")
);

alter table "sale_invoice" add constraint "sale_invoice_invoice_no_key" unique ("invoice_no");

alter table "sale_invoice" add constraint "sale_invoice_red_invoice_no_key" unique ("red_invoice_no");

alter table "sale_invoice" add constraint "sale_invoice_invoice_apply_no_key" unique ("invoice_apply_no");

create index "sale_invoice_sale_order_id_idx" on "sale_invoice" ("sale_order_id");

create index "sale_invoice_department_id_idx" on "sale_invoice" ("department_id");

create index "sale_invoice_funding_party_id_idx" on "sale_invoice" ("funding_party_id");

create index "sale_invoice_seller_id_idx" on "sale_invoice" ("seller_id");

create index "sale_invoice_buyer_id_idx" on "sale_invoice" ("buyer_id");

create index "sale_invoice_submitted_by_id_idx" on "sale_invoice" ("submitted_by_id");

create index "sale_invoice_audited_by_id_idx" on "sale_invoice" ("audited_by_id");

create index "sale_invoice_status_id_idx" on "sale_invoice" ("status", "id");

create index "sale_invoice_sale_order_id_status_idx" on "sale_invoice" ("sale_order_id", "status");

create index "sale_invoice_lines_parent_id_line_no_idx" on "sale_invoice_lines" ("parent_id", "line_no");

alter table "sale_invoice_lines" add constraint "sale_invoice_lines_qty_min" check ("qty" >= 0.0001);

alter table "sale_invoice_lines" add constraint "sale_invoice_lines_unit_price_min" check ("unit_price" >= 0.000001);

alter table "sale_invoice_lines" add constraint "sale_invoice_lines_net_amount_min" check ("net_amount" >= 0.01);

alter table "sale_invoice_lines" add constraint "sale_invoice_lines_tax_rate_min" check ("tax_rate" >= 0);

alter table "sale_invoice_lines" add constraint "sale_invoice_lines_tax_rate_max" check ("tax_rate" <= 0.13);

alter table "sale_invoice_lines" add constraint "sale_invoice_lines_tax_amount_min" check ("tax_amount" >= 0);

alter table "sale_order" add constraint "sale_order_sale_no_key" unique ("sale_no");

create index "sale_order_customer_id_idx" on "sale_order" ("customer_id");

create index "sale_order_borrower_id_idx" on "sale_order" ("borrower_id");

create index "sale_order_department_id_idx" on "sale_order" ("department_id");

create index "sale_order_funding_party_id_idx" on "sale_order" ("funding_party_id");

create index "sale_order_warehouse_id_idx" on "sale_order" ("warehouse_id");

create index "sale_order_currency_idx" on "sale_order" ("currency");

create index "sale_order_submitted_by_id_idx" on "sale_order" ("submitted_by_id");

create index "sale_order_audited_by_id_idx" on "sale_order" ("audited_by_id");

create index "sale_order_status_id_idx" on "sale_order" ("status", "id");

create index "sale_order_customer_id_status_idx" on "sale_order" ("customer_id", "status");

alter table "sale_order" add constraint "sale_order_payment_terms_min" check ("payment_terms" >= 0);

alter table "sale_order" add constraint "sale_order_payment_terms_max" check ("payment_terms" <= 3650);

alter table "sale_order" add constraint "sale_order_exchange_rate_min" check ("exchange_rate" >= 0.000001);

alter table "sale_order" add constraint "sale_order_out_qty_min" check ("out_qty" >= 0);

alter table "sale_order" add constraint "sale_order_received_amount_min" check ("received_amount" >= 0);

alter table "sale_order" add constraint "sale_order_invoiced_amount_min" check ("invoiced_amount" >= 0);

create index "sale_order_lines_parent_id_line_no_idx" on "sale_order_lines" ("parent_id", "line_no");

create index "sale_order_lines_goods_id_idx" on "sale_order_lines" ("goods_id");

alter table "sale_order_lines" add constraint "sale_order_lines_qty_min" check ("qty" >= 0.0001);

alter table "sale_order_lines" add constraint "sale_order_lines_unit_price_min" check ("unit_price" >= 0.0001);

alter table "sale_order_lines" add constraint "sale_order_lines_tax_rate_min" check ("tax_rate" >= 0);

alter table "sale_order_lines" add constraint "sale_order_lines_tax_rate_max" check ("tax_rate" <= 0.13);

alter table "sale_order_lines" add constraint "sale_order_lines_out_qty_min" check ("out_qty" >= 0);

alter table "sale_order_lines" add constraint "sale_order_lines_invoiced_qty_min" check ("invoiced_qty" >= 0);

alter table "sale_invoice" add constraint "sale_invoice_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "sale_invoice" add constraint "sale_invoice_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "sale_invoice" add constraint "sale_invoice_sale_order_id_fkey" foreign key ("sale_order_id") references "sale_order" ("id") deferrable;

alter table "sale_invoice" add constraint "sale_invoice_department_id_fkey" foreign key ("department_id") references "department" ("id") deferrable;

alter table "sale_invoice" add constraint "sale_invoice_funding_party_id_fkey" foreign key ("funding_party_id") references "enterprise" ("id") deferrable;

alter table "sale_invoice" add constraint "sale_invoice_seller_id_fkey" foreign key ("seller_id") references "enterprise" ("id") deferrable;

alter table "sale_invoice" add constraint "sale_invoice_buyer_id_fkey" foreign key ("buyer_id") references "enterprise" ("id") deferrable;

alter table "sale_invoice" add constraint "sale_invoice_submitted_by_id_fkey" foreign key ("submitted_by_id") references "app_user" ("id") deferrable;

alter table "sale_invoice" add constraint "sale_invoice_audited_by_id_fkey" foreign key ("audited_by_id") references "app_user" ("id") deferrable;

alter table "sale_invoice_lines" add constraint "sale_invoice_lines_parent_id_fkey" foreign key ("parent_id") references "sale_invoice" ("id") deferrable;

alter table "sale_order" add constraint "sale_order_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "sale_order" add constraint "sale_order_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "sale_order" add constraint "sale_order_customer_id_fkey" foreign key ("customer_id") references "enterprise" ("id") deferrable;

alter table "sale_order" add constraint "sale_order_borrower_id_fkey" foreign key ("borrower_id") references "enterprise" ("id") deferrable;

alter table "sale_order" add constraint "sale_order_department_id_fkey" foreign key ("department_id") references "department" ("id") deferrable;

alter table "sale_order" add constraint "sale_order_funding_party_id_fkey" foreign key ("funding_party_id") references "enterprise" ("id") deferrable;

alter table "sale_order" add constraint "sale_order_warehouse_id_fkey" foreign key ("warehouse_id") references "warehouse" ("id") deferrable;

alter table "sale_order" add constraint "sale_order_currency_fkey" foreign key ("currency") references "currency" ("currency_code") deferrable;

alter table "sale_order" add constraint "sale_order_submitted_by_id_fkey" foreign key ("submitted_by_id") references "app_user" ("id") deferrable;

alter table "sale_order" add constraint "sale_order_audited_by_id_fkey" foreign key ("audited_by_id") references "app_user" ("id") deferrable;

alter table "sale_order_lines" add constraint "sale_order_lines_parent_id_fkey" foreign key ("parent_id") references "sale_order" ("id") deferrable;

alter table "sale_order_lines" add constraint "sale_order_lines_goods_id_fkey" foreign key ("goods_id") references "goods" ("id") deferrable;

-- By hand: never more invoiced than ordered, whatever a rule does.
alter table "sale_order" add constraint "sale_order_invoiced_amount_ordered" check ("invoiced_amount" <= "total_amount");

alter table "sale_order_lines" add constraint "sale_order_lines_invoiced_qty_ordered" check ("invoiced_qty" <= "qty");
