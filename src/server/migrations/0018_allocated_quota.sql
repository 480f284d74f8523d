alter table "quota" add column "allocated_amount" numeric(18,2);

alter table "quota" add constraint "quota_allocated_amount_min" check ("allocated_amount" >= 0);

-- By hand: what the lines under approval and in force take of their quota already. One whose change waits counts with what it was before.
update "quota" as q set "allocated_amount" = (
  select coalesce(sum(l."line_amount"), 0) from "customer_line" as l
  where l."quota_id" = q."id" and l."effective_status" in ('AUDITING', 'ACTIVE', 'FROZEN'));
