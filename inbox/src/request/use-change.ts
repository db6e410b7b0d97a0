import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import type { RequestChange } from '../api/shapes.ts';
import { failureText } from '../language/failure-text.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';

/** Changes the request. Resolves with true when the request has the wanted values. Shows failures to the person. */
export type Change = (change: RequestChange) => Promise<boolean>;

export function useChange(id: string): Change {
  const { requests, toasts } = useInbox();
  const translator = useTranslator();
  const { say } = useAnnouncer();
  return async function change(wanted) {
    try {
      const { kind } = await requests.change(id, wanted);
      if (kind === 'changed') say(translator.text('saved'));
      return kind === 'changed';
    } catch (error) {
      toasts.show({
        tone: 'bad',
        text: translator.text('saveFailed', { reason: failureText(translator, error) }),
        action: { label: translator.text('tryAgain'), run: () => void change(wanted) },
      });
      return false;
    }
  };
}
