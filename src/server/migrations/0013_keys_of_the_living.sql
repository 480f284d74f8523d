-- Decision D6: keys count records whose life has not ended, and of several columns empty values count as equal.

alter table "base_pledge_rate" drop constraint "base_pledge_rate_funding_party_id_product_id_categ_eb912971_key";

alter table "client" drop constraint "client_enterprise_id_funding_party_id_key";

alter table "collateral_price" drop constraint "collateral_price_goods_id_price_source_price_date_key";

alter table "customer_line" drop constraint "customer_line_quota_id_borrower_id_product_id_key";

alter table "customer_price" drop constraint "customer_price_borrower_id_goods_id_effective_date_key";

alter table "dict_item" drop constraint "dict_item_dict_code_item_code_key";

alter table "enterprise" drop constraint "enterprise_uscc_key";

alter table "exchange_rate" drop constraint "exchange_rate_rate_date_from_currency_to_currency_rate_type_key";

alter table "stock_batch" drop constraint "stock_batch_stock_in_id_source_line_id_quality_status_key";

alter table "stock_movement" drop constraint "stock_movement_doc_type_doc_id_doc_step_doc_line_i_87603f51_key";

alter table "wms_record" drop constraint "wms_record_wms_no_goods_id_batch_no_pallet_no_key";

alter table "base_pledge_rate" add constraint "base_pledge_rate_funding_party_id_product_id_categ_eb912971_key" unique nulls not distinct ("funding_party_id", "product_id", "category_id", "goods_id", "effective_date");

create unique index "client_enterprise_id_funding_party_id_key" on "client" ("enterprise_id", "funding_party_id") nulls not distinct where (("status" = 'TERMINATED') is not true);

create index "client_enterprise_id_idx" on "client" ("enterprise_id");

create index "collateral_price_goods_id_idx" on "collateral_price" ("goods_id");

create unique index "collateral_price_goods_id_price_source_price_date_key" on "collateral_price" ("goods_id", "price_source", "price_date") nulls not distinct where (("status" = 'EXPIRED') is not true);

create unique index "customer_line_quota_id_borrower_id_product_id_key" on "customer_line" ("quota_id", "borrower_id", "product_id") nulls not distinct where (("status" = 'CLOSED') is not true);

create index "customer_line_quota_id_idx" on "customer_line" ("quota_id");

create unique index "customer_price_borrower_id_funding_party_id_goods__750ef731_key" on "customer_price" ("borrower_id", "funding_party_id", "goods_id", "effective_date") nulls not distinct where (("status" = 'EXPIRED') is not true);

create index "customer_price_borrower_id_idx" on "customer_price" ("borrower_id");

alter table "dict_item" add constraint "dict_item_dict_code_item_code_key" unique nulls not distinct ("dict_code", "item_code");

create unique index "enterprise_uscc_key" on "enterprise" ("uscc") where (("status" = 'CANCELLED') is not true);

alter table "exchange_rate" add constraint "exchange_rate_rate_date_from_currency_to_currency_rate_type_key" unique nulls not distinct ("rate_date", "from_currency", "to_currency", "rate_type");

create index "stock_batch_stock_in_id_idx" on "stock_batch" ("stock_in_id");

create unique index "stock_batch_stock_in_id_source_line_id_quality_status_key" on "stock_batch" ("stock_in_id", "source_line_id", "quality_status") nulls not distinct where "stock_in_id" is not null;

create unique index "stock_movement_doc_type_doc_id_doc_step_doc_line_i_87603f51_key" on "stock_movement" ("doc_type", "doc_id", "doc_step", "doc_line_id", "stock_batch_id", "movement_type") nulls not distinct where "doc_step" is not null;

create unique index "wms_record_wms_no_goods_id_batch_no_pallet_no_key" on "wms_record" ("wms_no", "goods_id", "batch_no", "pallet_no") nulls not distinct where "batch_no" is not null and "pallet_no" is not null;
