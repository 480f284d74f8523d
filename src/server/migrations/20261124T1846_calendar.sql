create table "calendar" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "calendar_year" integer,
  "calendar_name" text collate "C",
  "workday_count" integer,
  "holiday_count" integer,
  "status" text collate "C",
  "calendar_name_sort" text collate "C",
  constraint "calendar_pkey" primary key ("id")
);

create table "calendar_days" (
  "id" bigint generated always as identity not null,
  "parent_id" bigint not null,
  "line_no" integer not null,
  "calendar_date" date,
  "day_type" text collate "C",
  "holiday_name" text collate "C",
  constraint "calendar_days_pkey" primary key ("id")
);

alter table "calendar" add constraint "calendar_calendar_year_key" unique ("calendar_year");

create index "calendar_calendar_name_sort_idx" on "calendar" ("calendar_name_sort");

alter table "calendar" add constraint "calendar_calendar_year_min" check ("calendar_year" >= 2000);

alter table "calendar" add constraint "calendar_calendar_year_max" check ("calendar_year" <= 2099);

create index "calendar_days_parent_id_line_no_idx" on "calendar_days" ("parent_id", "line_no");

alter table "calendar" add constraint "calendar_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "calendar" add constraint "calendar_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;

alter table "calendar_days" add constraint "calendar_days_parent_id_fkey" foreign key ("parent_id") references "calendar" ("id") deferrable;
