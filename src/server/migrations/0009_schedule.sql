create table "schedule_day" (
  "day" date not null,
  "runner" text collate "C" not null,
  "lease_until" timestamptz(3) not null,
  "started_at" timestamptz(3) not null,
  "ended_at" timestamptz(3),
  constraint "schedule_day_pkey" primary key ("day")
);

create table "schedule_item" (
  "day" date not null,
  "entity" text collate "C" not null,
  "document_id" bigint not null,
  "action" text collate "C" not null,
  "step" text collate "C" not null,
  "at" timestamptz(3) not null,
  "failure" text collate "C",
  constraint "schedule_item_pkey" primary key ("day", "entity", "document_id", "action")
);

create table "schedule_step" (
  "day" date not null,
  "step" text collate "C" not null,
  "ended_at" timestamptz(3) not null,
  "done" integer not null,
  "failed" integer not null,
  constraint "schedule_step_pkey" primary key ("day", "step")
);
