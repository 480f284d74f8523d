-- Who saves a rate that has jumped confirms a warning, which stands in the history of the rate. What was confirmed before in a column of its
-- own stays there to be read: no screen shows it any more.
comment on column "exchange_rate"."deviation_confirmed" is 'until 2026-11: the jump was looked at before saving';
