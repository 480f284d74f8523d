-- Decisions D3 and D7: what changes of a record in force waits for its approval beside the values that stand.

drop index "client_enterprise_id_funding_party_id_key";

drop index "customer_line_quota_id_borrower_id_product_id_key";

drop index "enterprise_uscc_key";

alter table "client" add column "pending_change" jsonb;

alter table "client" add column "effective_status" text collate "C" generated always as (coalesce("pending_change" ->> 'fromStatus', "status")) stored;

alter table "customer_line" add column "pending_change" jsonb;

alter table "customer_line" add column "effective_status" text collate "C" generated always as (coalesce("pending_change" ->> 'fromStatus', "status")) stored;

alter table "enterprise" add column "pending_change" jsonb;

alter table "enterprise" add column "effective_status" text collate "C" generated always as (coalesce("pending_change" ->> 'fromStatus', "status")) stored;

alter table "quota" add column "pending_change" jsonb;

alter table "quota" add column "effective_status" text collate "C" generated always as (coalesce("pending_change" ->> 'fromStatus', "status")) stored;

create unique index "client_enterprise_id_funding_party_id_key" on "client" ("enterprise_id", "funding_party_id") nulls not distinct where (("effective_status" = 'TERMINATED') is not true);

create unique index "customer_line_quota_id_borrower_id_product_id_key" on "customer_line" ("quota_id", "borrower_id", "product_id") nulls not distinct where (("effective_status" = 'CLOSED') is not true);

create unique index "enterprise_uscc_key" on "enterprise" ("uscc") where (("effective_status" = 'CANCELLED') is not true);

-- Renewals used to overwrite the limit before anybody had approved them, and to strand it when nobody did: it is expired, and is renewed anew.
insert into "document_history" ("entity", "document_id", "document_label", "action", "action_title", "from_state", "to_state", "operator_name", "at")
select 'quota', "id", "quota_no", 'submit', '提交', "status", 'AUDITING', '系统', now() from "quota"
where "first_approved_at" is not null and "status" in ('DRAFT', 'REJECTED')
union all
select 'customerLine', "id", "line_no", 'submit', '提交', "status", 'AUDITING', '系统', now() from "customer_line"
where "first_approved_at" is not null and "status" in ('DRAFT', 'REJECTED');

insert into "document_history" ("entity", "document_id", "document_label", "action", "action_title", "from_state", "to_state", "operator_name", "at")
select 'quota', "id", "quota_no", 'withdraw', '续期须重新发起', 'AUDITING', 'EXPIRED', '系统', now() from "quota"
where "first_approved_at" is not null and "status" in ('DRAFT', 'AUDITING', 'REJECTED')
union all
select 'customerLine', "id", "line_no", 'withdraw', '续期须重新发起', 'AUDITING', 'EXPIRED', '系统', now() from "customer_line"
where "first_approved_at" is not null and "status" in ('DRAFT', 'AUDITING', 'REJECTED');

update "quota" set "status" = 'EXPIRED', "version" = "version" + 1
where "first_approved_at" is not null and "status" in ('DRAFT', 'AUDITING', 'REJECTED');

update "customer_line" set "status" = 'EXPIRED', "version" = "version" + 1
where "first_approved_at" is not null and "status" in ('DRAFT', 'AUDITING', 'REJECTED');
