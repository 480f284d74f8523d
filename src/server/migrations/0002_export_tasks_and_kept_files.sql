create table "export_task" (
  "id" bigint generated always as identity not null,
  "version" integer not null,
  "created_by_id" bigint,
  "created_at" timestamptz(3) not null,
  "updated_by_id" bigint,
  "updated_at" timestamptz(3) not null,
  "task_no" text collate "C" not null,
  "task_name" text collate "C",
  "menu_code" text collate "C",
  "menu_title" text collate "C",
  "request_url" text collate "C",
  "params" jsonb,
  "run_no" integer,
  "row_count" integer,
  "progress" numeric(18,4),
  "started_at" timestamptz(3),
  "finished_at" timestamptz(3),
  "expire_at" timestamptz(3),
  "fail_reason" text collate "C",
  "status" text collate "C" not null,
  constraint "export_task_pkey" primary key ("id")
);

alter table "stored_file" add column "kind" text collate "C";

alter table "stored_file" add column "kept" boolean not null default false;

create index "stored_file_uploaded_at_idx" on "stored_file" ("uploaded_at");

alter table "export_task" add constraint "export_task_task_no_key" unique ("task_no");

create index "export_task_status_id_idx" on "export_task" ("status", "id");

create index "export_task_created_by_id_status_idx" on "export_task" ("created_by_id", "status");

create index "export_task_status_expire_at_idx" on "export_task" ("status", "expire_at");

alter table "export_task" add constraint "export_task_run_no_min" check ("run_no" >= 1);

alter table "export_task" add constraint "export_task_row_count_min" check ("row_count" >= 0);

alter table "export_task" add constraint "export_task_progress_min" check ("progress" >= 0);

alter table "export_task" add constraint "export_task_progress_max" check ("progress" <= 1);

alter table "export_task" add constraint "export_task_created_by_id_fkey" foreign key ("created_by_id") references "app_user" ("id") deferrable;

alter table "export_task" add constraint "export_task_updated_by_id_fkey" foreign key ("updated_by_id") references "app_user" ("id") deferrable;
