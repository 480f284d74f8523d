create table "login_ticket" (
  "ticket_hash" text collate "C" not null,
  "user_id" bigint not null,
  "path" text collate "C" not null,
  "origin" text collate "C" not null,
  "created_at" timestamptz(3) not null,
  "used_at" timestamptz(3),
  "session_hash" text collate "C",
  constraint "login_ticket_pkey" primary key ("ticket_hash")
);

create index "login_ticket_user_id_idx" on "login_ticket" ("user_id");

alter table "login_ticket" add constraint "login_ticket_user_id_fkey" foreign key ("user_id") references "app_user" ("id") deferrable;
