-- A counter is no longer only a prefix by day: it may restart monthly, yearly or per parent document, or count without gaps.
alter table "document_sequence" rename column "prefix" to "counter";

alter table "document_sequence" rename column "day" to "period";
