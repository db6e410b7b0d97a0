-- Finds what has been sent again already.
create index on deliveries (resend_of) where resend_of is not null;
