import { useMemo, useState } from 'preact/hooks';
import { AttemptReason } from '../deliveries/attempt-reason.tsx';
import { isFinished, stateText } from '../deliveries/delivery-text.tsx';
import { usePolled } from '../deliveries/use-polled.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { Channel, ChannelsApi } from '../model/channels-api.ts';
import { createDeliveriesApi, type DeliveryTry } from '../model/deliveries-api.ts';
import { useInbox } from '../model/inbox-context.ts';
import { LoadedPart } from '../parts/loaded-part.tsx';
import { useTask } from '../parts/use-task.ts';

interface ChannelTestProps {
  readonly channel: Channel;
  readonly api: ChannelsApi;
  /** Called after the test delivery was attempted. */
  onTested(): void;
}

/** Sends a test delivery and shows its outcome. */
export function ChannelTest({ channel: { id, state }, api, onTested }: ChannelTestProps) {
  const { text } = useTranslator();
  const [test, setTest] = useState<string | null>(null);
  const task = useTask();
  if (state !== 'enabled') return null;
  return (
    <>
      <button
        type="button"
        aria-disabled={task.isBusy}
        onClick={() => void task.run(async () => setTest((await api.test(id)).id))}
      >
        {text('channelTest')}
      </button>
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
      {test !== null && <TestResult key={test} id={test} onTested={onTested} />}
    </>
  );
}

function TestResult({ id, onTested }: { readonly id: string; onTested(): void }) {
  const translator = useTranslator();
  const { text } = translator;
  const formats = useFormats();
  const { call } = useInbox();
  const api = useMemo(() => createDeliveriesApi(call), [call]);
  const [isReported, setReported] = useState(false);
  const [state, reload] = usePolled(
    id,
    async () => {
      const found = await api.find(id);
      if ((isFinished(found) || found.attempts.length > 0) && !isReported) {
        setReported(true);
        onTested();
      }
      return found;
    },
    (found) => !isFinished(found) && found.attempts.length === 0,
  );
  return (
    <div class="test-result" role="status">
      <LoadedPart state={state} reload={reload}>
        {(found) => {
          const last = found.attempts.at(-1);
          if (!last && !isFinished(found)) return <p>{text('channelTesting')}</p>;
          return (
            <>
              <p class={found.state === 'delivered' ? 'good' : 'fault'}>
                {text(found.state === 'delivered' ? 'channelTestTaken' : 'channelTestFailed')}
              </p>
              {found.state !== 'delivered' && last && (
                <>
                  <AttemptReason cause={last.cause} detail={last.detail} />
                  <ReceiverResponse of={last} />
                </>
              )}
              {found.state !== 'delivered' && <p>{stateText(found, translator, formats)}</p>}
            </>
          );
        }}
      </LoadedPart>
    </div>
  );
}

const maxResponseCharacters = 150;

/** The beginning of the receiver's response. The delivery shows all of it. */
function ReceiverResponse({ of: { status, response } }: { readonly of: DeliveryTry }) {
  const words = response?.trim().replace(/\s+/g, ' ') ?? '';
  const shown = words.length > maxResponseCharacters ? `${words.slice(0, maxResponseCharacters)}…` : words;
  if (status === null && shown === '') return null;
  return <p class="detail">{[status, shown].filter(Boolean).join(': ')}</p>;
}
