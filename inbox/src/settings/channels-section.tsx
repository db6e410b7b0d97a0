import { useMemo, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { useTranslator } from '../language/translator-context.ts';
import { type Channel, type ChannelHealth, type ChannelsApi, createChannelsApi } from '../model/channels-api.ts';
import { useInbox } from '../model/inbox-context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { LoadedPart, useLoaded } from '../parts/loaded-part.tsx';
import { Link, useLocation, useRouter } from '../router/router.tsx';
import { ChannelPage } from './channel-page.tsx';
import { ChannelVerdict } from './channel-verdict.tsx';
import { additions, channelTarget } from './kinds/all-kinds.ts';
import { type Addition, audiences } from './kinds/inbox-kind.ts';

/** Shows all channels, or the channel in the address. */
export function ChannelsSection() {
  const { route } = useLocation();
  const { call } = useInbox();
  const api = useMemo(() => createChannelsApi(call), [call]);
  const id = route.name === 'settings' ? route.item : '';
  return id === '' ? <ChannelsList api={api} /> : <ChannelPage key={id} id={id} api={api} />;
}

function ChannelsList({ api }: { readonly api: ChannelsApi }) {
  const { text } = useTranslator();
  const [adding, setAdding] = useState<Addition | null>(null);
  const [state, reload] = useLoaded(() => Promise.all([api.list(), api.health()]));
  return (
    <>
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
      {audiences.map((audience) => (
        <Offers key={audience} audience={audience} onChosen={setAdding} />
      ))}
      {adding !== null && <AddChannel addition={adding} api={api} onClose={() => setAdding(null)} />}
    </>
  );
}

interface OffersProps {
  readonly audience: Addition['audience'];
  onChosen(addition: Addition): void;
}

/** The channels that can be added for one audience, each with its purpose. */
function Offers({ audience, onChosen }: OffersProps) {
  const { text } = useTranslator();
  return (
    <section class="channel-offers" aria-labelledby={`for-${audience}`}>
      <h2 id={`for-${audience}`}>{text(`channelsFor_${audience}`)}</h2>
      <ul>
        {additions
          .filter((addition) => addition.audience === audience)
          .map((addition) => (
            <li key={addition.label} class="card card-link channel-offer">
              <Icon of={addition.icon} />
              <div>
                <button type="button" aria-describedby={`${addition.label}-hint`} onClick={() => onChosen(addition)}>
                  {text(addition.label)}
                </button>
                <p class="muted" id={`${addition.label}-hint`}>
                  {text(addition.hint)}
                </p>
              </div>
            </li>
          ))}
      </ul>
    </section>
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
  const { text } = useTranslator();
  const { channels } = useInbox();
  const router = useRouter();
  return (
    <Dialog title={text(label)} onClose={onClose}>
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
