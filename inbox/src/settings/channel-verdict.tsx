import { AttemptReason } from '../deliveries/attempt-reason.tsx';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { Channel, ChannelHealth } from '../model/channels-api.ts';
import { useMinute } from '../parts/use-minute.ts';

interface ChannelVerdictProps {
  readonly channel: Pick<Channel, 'hasSecret' | 'previousSecretsUntil'>;
  readonly health: ChannelHealth;
}

/** The verdict on a channel's health, in a word. */
export function ChannelVerdict({ channel, health: { verdict } }: ChannelVerdictProps) {
  const { text } = useTranslator();
  if (!channel.hasSecret) return <span class="status channel-broken">{text('channel_secret-lost')}</span>;
  return <span class={`status channel-${verdict}`}>{text(`channel_${verdict}`)}</span>;
}

/** The verdict with its explanation. */
export function ChannelStatus({ channel, health }: ChannelVerdictProps) {
  const { text } = useTranslator();
  const { age, time } = useFormats();
  const now = useMinute();
  const { verdict, lastDeliveredAt, failingSince, lastCause, lastDetail, waiting, leftOut } = health;
  const [signsUntil] = channel.previousSecretsUntil;
  const isFailing = (verdict === 'failing' || verdict === 'broken') && failingSince !== null;
  return (
    <>
      {!channel.hasSecret && <p>{text('channelSecretLost')}</p>}
      {isFailing && <p>{text('channelFailsSince', { time: time(failingSince) })}</p>}
      {isFailing && <AttemptReason cause={lastCause} detail={lastDetail} />}
      {verdict === 'held' && <p>{text('channelHeldHint')}</p>}
      {verdict === 'disabled' && <p>{text('channelDisabledHint')}</p>}
      <p class="muted">
        {lastDeliveredAt === null
          ? text('channelNeverDelivered')
          : text('channelDelivered', { age: age(lastDeliveredAt, now) })}
        {waiting > 0 && <> · {text('channelWaiting', { count: waiting })}</>}
      </p>
      {signsUntil !== undefined && (
        <p class="muted">
          {text('channelSecretsPrevious', { count: channel.previousSecretsUntil.length, time: time(signsUntil) })}
        </p>
      )}
      {leftOut > 0 && <p class="muted">{text('channelLeftOut', { count: leftOut })}</p>}
    </>
  );
}
