import { useCell } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { ChannelHealth } from '../model/channels-api.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { Link } from '../router/router.tsx';

/** Shows owners the channels that have failed for an hour or that their receiver has disabled. */
export function ChannelBanner() {
  const { channels } = useInbox();
  const { text } = useTranslator();
  const { time } = useFormats();
  const isOwner = useRole('owner');
  const broken = useCell(channels.health).filter(
    (health) => health.verdict === 'broken' || isDisabledByReceiver(health),
  );
  const [first] = broken;
  if (!isOwner || !first) return null;
  return (
    <p>
      {broken.length > 1
        ? text('channelsBroken', { count: broken.length })
        : isDisabledByReceiver(first)
          ? text('channelGone', { name: first.channel.name })
          : text('channelBroken', { name: first.channel.name, time: time(first.failingSince ?? '') })}{' '}
      <Link to={broken.length > 1 ? '/settings/channels' : `/settings/channels/${first.channel.id}`}>
        {text('channelLook')}
      </Link>
    </p>
  );
}

/** Returns true when the receiver has disabled the channel. */
function isDisabledByReceiver({ verdict, lastCause }: ChannelHealth): boolean {
  return verdict === 'disabled' && lastCause === 'gone';
}
