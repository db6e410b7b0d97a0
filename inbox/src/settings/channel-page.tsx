import { ArrowLeft } from 'lucide';
import { useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { DirectedIcon } from '../../../page-kit/icon.tsx';
import { useTranslator } from '../language/translator-context.ts';
import type { ChannelsApi } from '../model/channels-api.ts';
import { useInbox } from '../model/inbox-context.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { LoadedPart, useLoaded } from '../parts/loaded-part.tsx';
import { useTask } from '../parts/use-task.ts';
import { Link, useRouter } from '../router/router.tsx';
import { ChannelDeliveries } from './channel-deliveries.tsx';
import { ChannelSwitch, type ChannelSwitchProps } from './channel-switch.tsx';
import { ChannelTest } from './channel-test.tsx';
import { ChannelStatus, ChannelVerdict } from './channel-verdict.tsx';
import { channelTarget, kindOf } from './kinds/all-kinds.ts';

interface ChannelPageProps {
  readonly id: string;
  readonly api: ChannelsApi;
}

/** One channel with its health, settings and deliveries. */
export function ChannelPage({ id, api }: ChannelPageProps) {
  const { text } = useTranslator();
  const { channels } = useInbox();
  const [state, reload] = useLoaded(() => Promise.all([api.find(id), api.health()]));
  const changed = () => {
    reload();
    channels.reload();
  };
  return (
    <>
      <p>
        <Link to="/settings/channels" class="button quiet back">
          <DirectedIcon of={ArrowLeft} /> {text('settingsChannels')}
        </Link>
      </p>
      <LoadedPart state={state} reload={reload}>
        {([channel, health]) => {
          const own = health.find((one) => one.channel.id === id);
          return own ? <ChannelView channel={channel} health={own} api={api} onChanged={changed} /> : null;
        }}
      </LoadedPart>
    </>
  );
}

function ChannelView(props: ChannelSwitchProps) {
  const { channel, health, api, onChanged } = props;
  const translator = useTranslator();
  const { text } = translator;
  const [tests, setTests] = useState(0);
  const { Secret } = kindOf(channel);
  return (
    <>
      <section aria-labelledby="channel">
        <h2 id="channel">
          <bdi>{channel.name}</bdi> <ChannelVerdict channel={channel} health={health} />
        </h2>
        <p>
          <bdi>{channelTarget(channel, translator)}</bdi>
        </p>
        <ChannelStatus channel={channel} health={health} />
        <div class="actions channel-actions">
          <ChannelTest
            channel={channel}
            api={api}
            onTested={() => {
              setTests(tests + 1);
              onChanged();
            }}
          />
          <ChannelSwitch {...props} />
          <RemoveChannel channel={channel} api={api} />
        </div>
        {Secret && <Secret channel={channel} api={api} onChanged={onChanged} />}
      </section>
      <section aria-labelledby="channel-settings">
        <h2 id="channel-settings">{text('channelSettings')}</h2>
        <ChannelForm key={channel.id} channel={channel} api={api} onChanged={onChanged} />
      </section>
      <ChannelDeliveries channelId={channel.id} reloadCount={tests} />
    </>
  );
}

function ChannelForm({ channel, api, onChanged }: Omit<ChannelSwitchProps, 'health'>) {
  const { text } = useTranslator();
  const { say } = useAnnouncer();
  const [isSaved, setSaved] = useState(false);
  const { Edit } = kindOf(channel);
  const saved = () => {
    setSaved(true);
    say(text('saved'));
    onChanged();
  };
  return (
    <>
      <Edit channel={channel} api={api} onSaving={() => setSaved(false)} onSaved={saved} />
      {isSaved && <p>{text('saved')}</p>}
    </>
  );
}

function RemoveChannel({ channel: { id, name }, api }: Pick<ChannelSwitchProps, 'channel' | 'api'>) {
  const { text } = useTranslator();
  const { channels } = useInbox();
  const router = useRouter();
  const task = useTask();
  return (
    <>
      <ConfirmButton
        label={text('removeOf', { name })}
        question={text('channelRemoveQuestion', { name })}
        confirm={text('remove')}
        onConfirm={() =>
          void task.run(async () => {
            await api.remove(id);
            channels.reload();
            router.go('/settings/channels');
          })
        }
      >
        {text('remove')}
      </ConfirmButton>
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
    </>
  );
}
