-- Clients and warehouses read who took goods in, and are told no name of the platform's own people (decision D33). Who it was stays in "created_by_id".
update "wms_record" set "wms_operator" = '平台'
where "created_by_id" in (select u."id" from "app_user" u where u."enterprise_id" is null);
