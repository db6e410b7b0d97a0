import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type DeliveryState, deliveryStates } from '../../../src/deliveries/ledger/delivery.ts';
import { DeliveryRows } from '../deliveries/delivery-rows.tsx';
import { isInProgress } from '../deliveries/delivery-text.tsx';
import { usePolled } from '../deliveries/use-polled.ts';
import { daysAfter } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { createDeliveriesApi, type DeliveryFilter, type DeliveryPage } from '../model/deliveries-api.ts';
import { useInbox } from '../model/inbox-context.ts';
import { DateInput } from '../parts/date-input.tsx';
import { LoadedPart } from '../parts/loaded-part.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { ResendMany } from './resend-many.tsx';

interface ChannelDeliveriesProps {
  readonly channelId: string;
  /** A new value reloads the deliveries. */
  readonly reloadCount: number;
}

/** The deliveries of a channel, filtered by state and time. */
export function ChannelDeliveries({ channelId, reloadCount }: ChannelDeliveriesProps) {
  const { text } = useTranslator();
  const { call } = useInbox();
  const api = useMemo(() => createDeliveriesApi(call), [call]);
  const [states, setStates] = useState<readonly DeliveryState[]>([]);
  const [days, setDays] = useState({ from: '', to: '' });
  const filter: DeliveryFilter = { state: states, from: startOf(days.from, 0), to: startOf(days.to, 1) };
  const subject = JSON.stringify(filter);
  const [first, reload] = usePolled(
    subject,
    () => api.ofChannel(channelId, filter, null),
    (page) => page.items.some((item) => isInProgress(item, Date.now())),
  );
  useEffect(() => {
    if (reloadCount > 0) reload();
  }, [reloadCount]);

  return (
    <section aria-labelledby="channel-deliveries">
      <h2 id="channel-deliveries">{text('deliveries')}</h2>
      <div class="chips">
        {deliveryStates.map((state) => (
          <Chip
            key={state}
            isOn={states.includes(state)}
            onToggle={() =>
              setStates((on) => (on.includes(state) ? on.filter((one) => one !== state) : [...on, state]))
            }
          >
            {text(`deliveryState_${state}`)}
          </Chip>
        ))}
      </div>
      <div class="range">
        {(['from', 'to'] as const).map((end) => (
          <label key={end} for={`range-${end}`}>
            {text(`range_${end}`)}
            <DateInput
              attributes={{ id: `range-${end}` }}
              value={days[end]}
              onTyped={(day) => setDays((known) => ({ ...known, [end]: day }))}
            />
          </label>
        ))}
        {first.name === 'loaded' && first.value.items.length > 0 && (
          <ResendMany api={api} channelId={channelId} filter={filter} onResent={reload} />
        )}
      </div>
      <LoadedPart state={first} reload={reload}>
        {(page) =>
          page.items.length === 0 ? (
            <p class="muted">{text('deliveriesNone')}</p>
          ) : (
            <Pages
              key={subject}
              first={page}
              more={(cursor) => api.ofChannel(channelId, filter, cursor)}
              onChanged={reload}
            />
          )
        }
      </LoadedPart>
    </section>
  );
}

interface PagesProps {
  /** The latest version of the first page. */
  readonly first: DeliveryPage;
  more(cursor: string): Promise<DeliveryPage>;
  onChanged(): void;
}

function Pages({ first, more, onChanged }: PagesProps) {
  const [later, setLater] = useState<readonly DeliveryPage[]>([]);
  // New deliveries push items of the first page into the second, where they are duplicates.
  const known = [first, ...later].flatMap(({ items }) => items);
  const items = known.filter(({ id }, at) => known.findIndex((other) => other.id === id) === at);
  return (
    <>
      <DeliveryRows deliveries={items} of="channel" onChanged={onChanged} />
      <MoreButton next={(later.at(-1) ?? first).next} more={more} onMore={(page) => setLater([...later, page])} />
    </>
  );
}

/** Returns the start of the day that is `later` days after `day`, in the browser's time zone. */
function startOf(day: string, later: number): string | null {
  if (day === '') return null;
  return new Date(daysAfter(Date.parse(`${day}T00:00`), later)).toISOString();
}

interface ChipProps {
  readonly isOn: boolean;
  readonly children: ComponentChildren;
  /** Number of matches. Undefined until it is known. */
  readonly count?: string | undefined;
  onToggle(): void;
}

/** A toggle button of a filter. */
function Chip({ isOn, children, count, onToggle }: ChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={onToggle}>
      {children} {count !== undefined && <span class="count">{count}</span>}
    </button>
  );
}
