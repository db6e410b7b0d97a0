import { useMemo, useState } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';
import { type Channel, type ChannelHealth, type ChannelsApi, createChannelsApi } from '../model/channels-api.ts';
import { useInbox } from '../model/inbox-context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { LoadedPart } from '../parts/loaded-part.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { Link, useLocation, useRouter } from '../router/router.tsx';
import { ChannelPage } from './channel-page.tsx';
import { channelTarget } from './channel-target.ts';
import { ChannelVerdict } from './channel-verdict.tsx';
import { additions } from './kinds/all-kinds.ts';
import type { Addition } from './kinds/inbox-kind.ts';

/** Shows all channels, or the channel in the address. */
export function ChannelsSection() {
  const { route } = useLocation();
  const { call } = useInbox();
  const api = useMemo(() => createChannelsApi(call), [call]);
  const id = route.name === 'settings' ? route.item : '';
  return id === '' ? <ChannelsList api={api} /> : <ChannelPage key={id} id={id} api={api} />;
}

function ChannelsList({ api }: { readonly api: ChannelsApi }) {
  const translator = useTranslator();
  const { text } = translator;
  const [adding, setAdding] = useState<Addition | null>(null);
  const [state, reload] = useLoaded(() => Promise.all([api.list(), api.health()]));
  return (
    <>
      <p class="muted">{text('channelsHint')}</p>
      <p class="actions">
        {additions.map((addition) => (
          <button key={addition.label(translator)} type="button" onClick={() => setAdding(addition)}>
            {addition.label(translator)}
          </button>
        ))}
      </p>
      <LoadedPart state={state} reload={reload}>
        {([channels, health]) =>
          channels.length === 0 ? (
            <p class="muted">{text('channelsNone')}</p>
          ) : (
            <ul class="entries">
              {channels.map((channel) => (
                <ChannelRow
                  key={channel.id}
                  channel={channel}
                  health={health.find((one) => one.channel.id === channel.id) ?? null}
                />
              ))}
            </ul>
          )
        }
      </LoadedPart>
      {adding !== null && <AddChannel addition={adding} api={api} onClose={() => setAdding(null)} />}
    </>
  );
}

function ChannelRow({ channel, health }: { readonly channel: Channel; readonly health: ChannelHealth | null }) {
  const translator = useTranslator();
  const { text } = translator;
  return (
    <li>
      <div>
        <Link to={`/settings/channels/${channel.id}`} class="entry-title">
          <bdi>{channel.name}</bdi>
        </Link>
        <p class="muted">{channelTarget(channel, translator)}</p>
      </div>
      <p class="channel-state">
        {health !== null && health.waiting > 0 && <span>{text('channelWaiting', { count: health.waiting })}</span>}
        {health !== null && <ChannelVerdict channel={channel} health={health} />}
      </p>
    </li>
  );
}

interface AddChannelProps {
  readonly addition: Addition;
  readonly api: ChannelsApi;
  onClose(): void;
}

/** Adds a channel, and opens its page. */
function AddChannel({ addition: { label, Form }, api, onClose }: AddChannelProps) {
  const translator = useTranslator();
  const { channels } = useInbox();
  const router = useRouter();
  return (
    <Dialog title={label(translator)} onClose={onClose}>
      <Form
        api={api}
        onAdded={(id) => {
          channels.reload();
          router.go(`/settings/channels/${id}`);
        }}
      />
    </Dialog>
  );
}
