create table "sign_in_known" (
  "account_hash" text collate "C" not null,
  "address" text collate "C" not null,
  "at" timestamptz(3) not null,
  constraint "sign_in_known_pkey" primary key ("account_hash", "address")
);

create index "sign_in_known_at_idx" on "sign_in_known" ("at");
