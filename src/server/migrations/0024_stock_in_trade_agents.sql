alter table "stock_in" add column "trade_agent_id" bigint;

create index "stock_in_trade_agent_id_idx" on "stock_in" ("trade_agent_id");

alter table "stock_in" add constraint "stock_in_trade_agent_id_fkey" foreign key ("trade_agent_id") references "enterprise" ("id") deferrable;

-- By hand: who acts for a loan acts for what comes in for it.
update "stock_in" as s set "trade_agent_id" = l."trade_agent_id" from "loan" as l where l."id" = s."loan_id";
