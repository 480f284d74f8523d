create table "awx_beneficiary" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "beneficiary_code" text collate "C" not null,
  "enterprise_id" bigint,
  "beneficiary_name" text collate "C",
  "account_no" text collate "C",
  "bank_name" text collate "C",
  "swift_code" text collate "C",
  "country" text collate "C",
  "currency" text collate "C",
  "transfer_method" text collate "C",
  "beneficiary_address" text collate "C",
  "external_code" text collate "C",
  "invalid_reason" text collate "C",
  "status" text collate "C" not null,
  "beneficiary_name_sort" text collate "C",
  constraint "awx_beneficiary_pkey" primary key ("id")
);

create table "category_keyword" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "keyword" text collate "C",
  "category_id" bigint,
  "match_mode" text collate "C",
  "priority" integer,
  "hit_count" integer,
  "status" text collate "C",
  "keyword_sort" text collate "C",
  constraint "category_keyword_pkey" primary key ("id")
);

create table "client_relation" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "client_id" bigint,
  "borrower_id" bigint,
  "relation_type" text collate "C",
  "related_enterprise_id" bigint,
  "share_ratio" numeric(18,4),
  "start_date" date,
  "end_date" date,
  "status" text collate "C",
  "remark" text collate "C",
  constraint "client_relation_pkey" primary key ("id")
);

create table "contract" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "contract_no" text collate "C" not null,
  "contract_name" text collate "C",
  "contract_type" text collate "C",
  "party_a_id" bigint,
  "party_b_id" bigint,
  "party_c_id" bigint,
  "doc_type" text collate "C",
  "doc_no" text collate "C",
  "currency" text collate "C",
  "amount" numeric(18,2),
  "sign_date" date,
  "start_date" date,
  "end_date" date,
  "status" text collate "C" not null,
  "borrower_id" bigint,
  "department_id" bigint,
  "funding_party_id" bigint,
  "remark" text collate "C",
  constraint "contract_pkey" primary key ("id")
);

create table "ent_account" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "enterprise_id" bigint,
  "account_name" text collate "C",
  "account_no" text collate "C",
  "bank_name" text collate "C",
  "bank_branch" text collate "C",
  "bank_code" text collate "C",
  "swift_code" text collate "C",
  "currency" text collate "C",
  "country" text collate "C",
  "account_type" text collate "C",
  "is_default" boolean,
  "awx_beneficiary_id" bigint,
  "verified_at" timestamptz(3),
  "status" text collate "C" not null,
  "remark" text collate "C",
  "account_no_sort" text collate "C",
  constraint "ent_account_pkey" primary key ("id")
);

create table "interface_log" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "log_no" text collate "C" not null,
  "system_code" text collate "C",
  "call_direction" text collate "C",
  "interface_name" text collate "C",
  "url" text collate "C",
  "method" text collate "C",
  "biz_no" text collate "C",
  "request_no" text collate "C",
  "request_body" text collate "C",
  "response_body" text collate "C",
  "original_call" jsonb,
  "http_status" integer,
  "success" boolean,
  "error_message" text collate "C",
  "cost_ms" integer,
  "retry_count" integer,
  "occurred_at" timestamptz(3),
  constraint "interface_log_pkey" primary key ("id")
);

alter table "client" add column "frame_contract_id" bigint;

alter table "loan" add column "contract_id" bigint;

create index "client_frame_contract_id_idx" on "client" ("frame_contract_id");

create index "loan_contract_id_idx" on "loan" ("contract_id");

alter table "awx_beneficiary" add constraint "awx_beneficiary_enterprise_id_account_no_currency_key" unique nulls not distinct ("enterprise_id", "account_no", "currency");

alter table "awx_beneficiary" add constraint "awx_beneficiary_beneficiary_code_key" unique ("beneficiary_code");

create index "awx_beneficiary_currency_idx" on "awx_beneficiary" ("currency");

create index "awx_beneficiary_status_id_idx" on "awx_beneficiary" ("status", "id");

create index "awx_beneficiary_beneficiary_name_sort_idx" on "awx_beneficiary" ("beneficiary_name_sort");

alter table "category_keyword" add constraint "category_keyword_keyword_category_id_key" unique nulls not distinct ("keyword", "category_id");

create index "category_keyword_category_id_idx" on "category_keyword" ("category_id");

create index "category_keyword_keyword_sort_idx" on "category_keyword" ("keyword_sort");

alter table "category_keyword" add constraint "category_keyword_priority_min" check ("priority" >= 0);

alter table "category_keyword" add constraint "category_keyword_priority_max" check ("priority" <= 9999);

alter table "category_keyword" add constraint "category_keyword_hit_count_min" check ("hit_count" >= 0);

alter table "client_relation" add constraint "client_relation_client_id_relation_type_related_en_71e93d98_key" unique nulls not distinct ("client_id", "relation_type", "related_enterprise_id");

create index "client_relation_borrower_id_idx" on "client_relation" ("borrower_id");

create index "client_relation_related_enterprise_id_idx" on "client_relation" ("related_enterprise_id");

create index "client_relation_related_enterprise_id_status_idx" on "client_relation" ("related_enterprise_id", "status");

alter table "client_relation" add constraint "client_relation_share_ratio_min" check ("share_ratio" >= 0);

alter table "client_relation" add constraint "client_relation_share_ratio_max" check ("share_ratio" <= 1);

alter table "contract" add constraint "contract_contract_no_key" unique ("contract_no");

create index "contract_party_a_id_idx" on "contract" ("party_a_id");

create index "contract_party_b_id_idx" on "contract" ("party_b_id");

create index "contract_party_c_id_idx" on "contract" ("party_c_id");

create index "contract_currency_idx" on "contract" ("currency");

create index "contract_borrower_id_idx" on "contract" ("borrower_id");

create index "contract_department_id_idx" on "contract" ("department_id");

create index "contract_funding_party_id_idx" on "contract" ("funding_party_id");

create index "contract_status_id_idx" on "contract" ("status", "id");

create index "contract_borrower_id_contract_type_idx" on "contract" ("borrower_id", "contract_type");

create index "contract_doc_no_id_idx" on "contract" ("doc_no", "id");

alter table "contract" add constraint "contract_amount_min" check ("amount" >= 0);

alter table "ent_account" add constraint "ent_account_enterprise_id_account_no_currency_key" unique nulls not distinct ("enterprise_id", "account_no", "currency");

create unique index "ent_account_enterprise_id_currency_key" on "ent_account" ("enterprise_id", "currency") nulls not distinct where "is_default" = true;

create index "ent_account_currency_idx" on "ent_account" ("currency");

create index "ent_account_awx_beneficiary_id_idx" on "ent_account" ("awx_beneficiary_id");

create index "ent_account_status_id_idx" on "ent_account" ("status", "id");

create index "ent_account_account_no_sort_idx" on "ent_account" ("account_no_sort");

alter table "interface_log" add constraint "interface_log_log_no_key" unique ("log_no");

create index "interface_log_request_no_id_idx" on "interface_log" ("request_no", "id");

create index "interface_log_system_code_occurred_at_idx" on "interface_log" ("system_code", "occurred_at");

alter table "interface_log" add constraint "interface_log_cost_ms_min" check ("cost_ms" >= 0);

alter table "interface_log" add constraint "interface_log_retry_count_min" check ("retry_count" >= 0);

alter table "client" add constraint "client_frame_contract_id_fkey" foreign key ("frame_contract_id") references "contract" ("id") deferrable;

alter table "loan" add constraint "loan_contract_id_fkey" foreign key ("contract_id") references "contract" ("id") deferrable;

alter table "awx_beneficiary" add constraint "awx_beneficiary_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "awx_beneficiary" add constraint "awx_beneficiary_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "awx_beneficiary" add constraint "awx_beneficiary_enterprise_id_fkey" foreign key ("enterprise_id") references "enterprise" ("id") deferrable;

alter table "awx_beneficiary" add constraint "awx_beneficiary_currency_fkey" foreign key ("currency") references "currency" ("currency_code") deferrable;

alter table "category_keyword" add constraint "category_keyword_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "category_keyword" add constraint "category_keyword_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "category_keyword" add constraint "category_keyword_category_id_fkey" foreign key ("category_id") references "category" ("id") deferrable;

alter table "client_relation" add constraint "client_relation_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "client_relation" add constraint "client_relation_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "client_relation" add constraint "client_relation_client_id_fkey" foreign key ("client_id") references "client" ("id") deferrable;

alter table "client_relation" add constraint "client_relation_borrower_id_fkey" foreign key ("borrower_id") references "enterprise" ("id") deferrable;

alter table "client_relation" add constraint "client_relation_related_enterprise_id_fkey" foreign key ("related_enterprise_id") references "enterprise" ("id") deferrable;

alter table "contract" add constraint "contract_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "contract" add constraint "contract_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "contract" add constraint "contract_party_a_id_fkey" foreign key ("party_a_id") references "enterprise" ("id") deferrable;

alter table "contract" add constraint "contract_party_b_id_fkey" foreign key ("party_b_id") references "enterprise" ("id") deferrable;

alter table "contract" add constraint "contract_party_c_id_fkey" foreign key ("party_c_id") references "enterprise" ("id") deferrable;

alter table "contract" add constraint "contract_currency_fkey" foreign key ("currency") references "currency" ("currency_code") deferrable;

alter table "contract" add constraint "contract_borrower_id_fkey" foreign key ("borrower_id") references "enterprise" ("id") deferrable;

alter table "contract" add constraint "contract_department_id_fkey" foreign key ("department_id") references "department" ("id") deferrable;

alter table "contract" add constraint "contract_funding_party_id_fkey" foreign key ("funding_party_id") references "enterprise" ("id") deferrable;

alter table "ent_account" add constraint "ent_account_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "ent_account" add constraint "ent_account_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "ent_account" add constraint "ent_account_enterprise_id_fkey" foreign key ("enterprise_id") references "enterprise" ("id") deferrable;

alter table "ent_account" add constraint "ent_account_currency_fkey" foreign key ("currency") references "currency" ("currency_code") deferrable;

alter table "ent_account" add constraint "ent_account_awx_beneficiary_id_fkey" foreign key ("awx_beneficiary_id") references "awx_beneficiary" ("id") deferrable;

alter table "interface_log" add constraint "interface_log_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "interface_log" add constraint "interface_log_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

create or replace function "refuse_change"() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = '55000', table = tg_table_name;
end
$$;

create trigger "append_only" before update or delete or truncate on "interface_log" for each statement execute function "refuse_change"();
