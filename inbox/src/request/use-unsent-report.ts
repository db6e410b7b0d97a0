import type { RefObject } from 'preact';
import type { InboxRequest } from '../api/shapes.ts';
import { refusalText } from '../language/failure-text.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { searchOf } from '../model/list-view.ts';
import { useRouter } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';

/** Passes a sending on. If it fails after the field of its text has gone, shows a toast that leads back to the text. */
type UnsentReport = <Answer>(sending: Promise<Answer>) => Promise<Answer>;

export function useUnsentReport(
  { id, customerName }: InboxRequest,
  field: RefObject<HTMLTextAreaElement | null>,
): UnsentReport {
  const { toasts, list } = useInbox();
  const router = useRouter();
  const translator = useTranslator();
  const { text } = translator;
  return async function report(sending) {
    try {
      return await sending;
    } catch (error) {
      if (field.current === null) {
        toasts.show({
          tone: 'bad',
          text: text('unsent', { name: shownName(customerName), reason: refusalText(translator, error) }),
          action: {
            label: text('key_open'),
            run: () => router.go(pathOf({ name: 'request', id }) + searchOf(list.view.value)),
          },
        });
      }
      throw error;
    }
  };
}
