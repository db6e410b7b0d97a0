-- Networks are blocked as written. Blocks of earlier versions were of a /24 or a /48, whatever was written: the list says so.
update guard_blocks set value = regexp_replace(split_part(value, '/', 1), '\.\d+$', '.0/24')
where kind = 'network' and value ~ '^[\d.]+(/\d+)?$';

update guard_blocks set value = network(set_masklen(split_part(value, '/', 1)::inet, 48))::text
where kind = 'network' and value ~* '^[\da-f:]+(/\d+)?$' and value like '%:%';
