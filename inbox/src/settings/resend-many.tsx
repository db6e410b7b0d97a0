import { useState } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';
import type { DeliveriesApi, DeliveryFilter } from '../model/deliveries-api.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useTask } from '../parts/use-task.ts';

interface ResendManyProps {
  readonly api: DeliveriesApi;
  readonly channelId: string;
  readonly filter: DeliveryFilter;
  onResent(): void;
}

/** Resends all deliveries of a filter after the person confirms their number. */
export function ResendMany({ api, channelId, filter, onResent }: ResendManyProps) {
  const { text } = useTranslator();
  const { toasts } = useInbox();
  const mayWrite = useRole('operator');
  const [count, setCount] = useState<number | null>(null);
  const task = useTask();
  // The counted filter ends now, so that later deliveries are not resent uncounted.
  const [asked, setAsked] = useState(filter);

  async function ask(): Promise<void> {
    const until = new Date().toISOString();
    const bounded = { ...filter, to: filter.to !== null && filter.to < until ? filter.to : until };
    setAsked(bounded);
    await task.run(async () => setCount(await api.count(channelId, bounded)));
  }

  async function resend(): Promise<void> {
    const isSent = await task.run(async () => {
      toasts.show({ text: text('deliveriesResent', { count: await api.resendMany(channelId, asked) }) });
    });
    if (!isSent) return;
    setCount(null);
    onResent();
  }

  if (!mayWrite) return null;
  const fault = task.fault !== '' && <p class="fault">{task.fault}</p>;
  return (
    <>
      <button type="button" aria-disabled={task.isBusy} onClick={() => void ask()}>
        {text('resendMany')}
      </button>
      {count === null && fault}
      {count !== null && (
        <Dialog title={text('resendMany')} onClose={() => setCount(null)}>
          <p>{text(count === 0 ? 'resendNone' : 'resendQuestion', { count })}</p>
          {fault}
          <footer>
            <button type="button" class="quiet" onClick={() => setCount(null)}>
              {text(count === 0 ? 'close' : 'cancel')}
            </button>
            {count > 0 && (
              <button type="button" class="primary" aria-disabled={task.isBusy} onClick={() => void resend()}>
                {text('resendStart', { count })}
              </button>
            )}
          </footer>
        </Dialog>
      )}
    </>
  );
}
