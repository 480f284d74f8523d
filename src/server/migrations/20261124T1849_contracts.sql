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

alter table "client" add column "frame_contract_id" bigint;

alter table "loan" add column "contract_id" bigint;

create index "client_frame_contract_id_idx" on "client" ("frame_contract_id");

create index "loan_contract_id_idx" on "loan" ("contract_id");

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

alter table "client" add constraint "client_frame_contract_id_fkey" foreign key ("frame_contract_id") references "contract" ("id") deferrable;

alter table "loan" add constraint "loan_contract_id_fkey" foreign key ("contract_id") references "contract" ("id") deferrable;

alter table "contract" add constraint "contract_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "contract" add constraint "contract_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "contract" add constraint "contract_party_a_id_fkey" foreign key ("party_a_id") references "enterprise" ("id") deferrable;

alter table "contract" add constraint "contract_party_b_id_fkey" foreign key ("party_b_id") references "enterprise" ("id") deferrable;

alter table "contract" add constraint "contract_party_c_id_fkey" foreign key ("party_c_id") references "enterprise" ("id") deferrable;

alter table "contract" add constraint "contract_currency_fkey" foreign key ("currency") references "currency" ("currency_code") deferrable;

alter table "contract" add constraint "contract_borrower_id_fkey" foreign key ("borrower_id") references "enterprise" ("id") deferrable;

alter table "contract" add constraint "contract_department_id_fkey" foreign key ("department_id") references "department" ("id") deferrable;

alter table "contract" add constraint "contract_funding_party_id_fkey" foreign key ("funding_party_id") references "enterprise" ("id") deferrable;
