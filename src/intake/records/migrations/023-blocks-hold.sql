-- A block holds requests, and is one of an address, a domain or a network. Processes of the version before still read and
-- write the effect.
delete from guard_blocks where kind not in ('email', 'domain', 'network');
update guard_blocks set effect = 'hold' where effect <> 'hold';
alter table guard_blocks alter column effect set default 'hold';
alter table guard_blocks add constraint guard_blocks_kind check (kind in ('email', 'domain', 'network'));
