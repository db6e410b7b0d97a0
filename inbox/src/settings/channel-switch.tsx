import { useState } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';
import type { Channel, ChannelHealth, ChannelsApi } from '../model/channels-api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useTask } from '../parts/use-task.ts';

export interface ChannelSwitchProps {
  readonly channel: Channel;
  readonly health: ChannelHealth;
  readonly api: ChannelsApi;
  onChanged(): void;
}

const pauseMs = 1000;

/** Pauses a channel, and resumes it with or without the waiting deliveries. */
export function ChannelSwitch({ channel: { id, state }, health: { waiting }, api, onChanged }: ChannelSwitchProps) {
  const { text } = useTranslator();
  const [isAsking, setAsking] = useState(false);
  const task = useTask();

  async function changeState(next: typeof state): Promise<void> {
    await run(async () => void (await api.change(id, { state: next })));
  }

  /**
   * Disables the channel, which cancels its waiting deliveries in batches. Waits until all are cancelled, so that
   * none is sent after the channel is enabled again.
   */
  async function discard(): Promise<void> {
    await run(async () => {
      await api.change(id, { state: 'disabled' });
      while ((await api.waiting(id)) > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      await api.change(id, { state: 'enabled' });
    });
  }

  async function run(work: () => Promise<void>): Promise<void> {
    if (!(await task.run(work))) return;
    setAsking(false);
    onChanged();
  }

  const fault = task.fault !== '' && <p class="fault">{task.fault}</p>;
  const isWaiting = state === 'held' && waiting > 0;
  return (
    <>
      {state === 'enabled' ? (
        <button type="button" class="quiet" onClick={() => void changeState('held')}>
          {text('channelPause')}
        </button>
      ) : (
        <button
          type="button"
          class="primary"
          onClick={() => (isWaiting ? setAsking(true) : void changeState('enabled'))}
        >
          {text(state === 'held' ? 'channelResume' : 'channelEnable')}
        </button>
      )}
      {!isAsking && fault}
      {isAsking && (
        <Dialog title={text('channelResume')} onClose={() => setAsking(false)}>
          <p>{text('channelResumeQuestion', { count: waiting })}</p>
          {fault}
          <footer>
            <button type="button" class="quiet" onClick={() => setAsking(false)}>
              {text('cancel')}
            </button>
            <button type="button" class="bad" aria-disabled={task.isBusy} onClick={() => void discard()}>
              {text('channelDiscard')}
            </button>
            <button
              type="button"
              class="primary"
              aria-disabled={task.isBusy}
              onClick={() => void changeState('enabled')}
            >
              {text('channelRelease', { count: waiting })}
            </button>
          </footer>
        </Dialog>
      )}
    </>
  );
}
