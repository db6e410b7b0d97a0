import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import { type Task, useTask } from '../../parts/use-task.ts';

interface Release extends Pick<Task, 'isBusy' | 'fault'> {
  /** Releases requests to the inbox and sends their waiting deliveries. Resolves with true after a success. */
  release(ids: readonly string[]): Promise<boolean>;
}

export function useRelease(): Release {
  const { call, guard, list, requests, toasts } = useInbox();
  const { text } = useIntakeWords();
  const { isBusy, fault, run } = useTask();
  return {
    isBusy,
    fault,
    async release(ids) {
      let count = 0;
      const isDone = await run(async () => {
        const { released } = await call<{ released: number }>('POST', '/held/release', { body: { ids } });
        count = released;
      });
      guard.reload();
      if (!isDone) return false;
      toasts.show({ text: text('released', { count }) });
      for (const id of ids) await requests.load(id).catch(() => null);
      list.reload();
      return true;
    },
  };
}
