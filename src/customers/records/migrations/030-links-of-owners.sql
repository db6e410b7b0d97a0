-- Links end with the owner who made them, and links to a new password with their account. Until now they did not.
delete from operator_links l using operators o
where (o.id = l.created_by and (o.role <> 'owner' or o.disabled_at is not null or o.removed_at is not null))
  or (o.id = l.operator_id and (o.disabled_at is not null or o.removed_at is not null));
