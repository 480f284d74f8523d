create table "security_event" (
  "id" bigint generated always as identity not null,
  "at" timestamptz(3) not null,
  "kind" text collate "C" not null,
  "user_id" bigint,
  "account" text collate "C",
  "address" text collate "C" not null,
  "trace_id" text collate "C" not null,
  "detail" text collate "C",
  constraint "security_event_pkey" primary key ("id")
);

create table "sign_in_delay" (
  "account_hash" text collate "C" not null,
  "failures" integer not null,
  "failed_at" timestamptz(3) not null,
  "next_at" timestamptz(3) not null,
  "pending" integer not null,
  "pending_until" timestamptz(3) not null,
  constraint "sign_in_delay_pkey" primary key ("account_hash")
);

create table "sign_in_tries" (
  "account_hash" text collate "C" not null,
  "address" text collate "C" not null,
  "tries" integer not null,
  "since" timestamptz(3) not null,
  constraint "sign_in_tries_pkey" primary key ("account_hash", "address")
);

create index "security_event_at_idx" on "security_event" ("at");

create index "sign_in_delay_failed_at_idx" on "sign_in_delay" ("failed_at");

create index "sign_in_tries_since_idx" on "sign_in_tries" ("since");

-- By hand: wrong passwords lock nobody any more. Who was locked by them may sign in again; who was locked by an administrator stays so.
update "app_user" set "status" = 'ENABLED', "version" = "version" + 1 where "status" = 'LOCKED' and coalesce("pwd_error_count", 0) >= 5;

-- By hand: the counts stand in the tables above.
alter table "app_user" drop column "pwd_error_count";
alter table "app_user" drop column "locked_at";
