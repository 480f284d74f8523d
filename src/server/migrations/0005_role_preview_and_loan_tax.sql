create table "role_preview" (
  "token_hash" text collate "C" not null,
  "session_hash" text collate "C" not null,
  "user_id" bigint not null,
  "role_id" bigint not null,
  "created_at" timestamptz(3) not null,
  constraint "role_preview_pkey" primary key ("token_hash")
);

alter table "loan" add column "tax_estimate" numeric(18,2);

alter table "loan" add constraint "loan_tax_estimate_min" check ("tax_estimate" >= 0);
