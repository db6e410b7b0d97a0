-- Mail to customers may be messages alone, which no event makes. Every other channel has a type, or it would never send anything.
alter table delivery_channels
  drop constraint delivery_channels_types_check,
  add constraint delivery_channels_types_check check (
    types <@ array['request.created', 'request.status_changed', 'request.erased']
  ),
  add constraint delivery_channels_sends_check check (
    cardinality(types) > 0 or (kind = 'mail' and settings @> '{"audience": "customers", "messages": true}')
  );
