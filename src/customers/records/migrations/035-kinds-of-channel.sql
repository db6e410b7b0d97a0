-- The service alone knows the kinds of channel. A list here would be a second one.
alter table delivery_channels drop constraint delivery_channels_kind_check;
