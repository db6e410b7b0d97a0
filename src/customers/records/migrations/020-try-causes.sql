-- Why a try ended as it did, in a word that pages can say in their reader's language; null for tries of earlier versions.
alter table delivery_attempts add column cause text;
