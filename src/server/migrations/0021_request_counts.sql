create table "request_count" (
  "name" text collate "C" not null,
  "key" text collate "C" not null,
  "requests" integer not null,
  "ends_at" timestamptz(3) not null,
  constraint "request_count_pkey" primary key ("name", "key")
);

create index "request_count_ends_at_idx" on "request_count" ("ends_at");
