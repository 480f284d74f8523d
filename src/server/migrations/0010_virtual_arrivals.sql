-- Four eyes need to know who took goods in: of a virtual warehouse that is who had them arrive there (decision D8).
update "stock_in" set "received_by_id" = (
  select h."operator_id" from "document_history" h
  where h."entity" = 'stockIn' and h."document_id" = "stock_in"."id" and h."action" = 'submit'
  order by h."id" desc limit 1
) where "status" = 'RECEIVED' and "received_by_id" is null;
