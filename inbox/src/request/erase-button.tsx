import type { InboxRequest } from '../api/shapes.ts';
import { useInbox } from '../inbox-context.ts';
import { failureText } from '../language/failure-text.ts';
import { useTranslator } from '../language/translator-context.ts';
import { searchOf } from '../list/list-view.ts';
import { useRouter } from '../router/router.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { forgetTexts } from './kept-text.ts';

/** Erases the request for good, with all that was written about it. */
export function EraseButton({ request: { id, number, customerName: name } }: { readonly request: InboxRequest }) {
  const { call, requests, toasts, list } = useInbox();
  const translator = useTranslator();
  const router = useRouter();
  const { text } = translator;

  async function erase(): Promise<void> {
    try {
      await call('DELETE', `/requests/${id}`);
    } catch (error) {
      toasts.show({ tone: 'bad', text: failureText(translator, error) });
      return;
    }
    forgetTexts(id);
    toasts.show({ text: text('erasedNow', { name }) });
    router.go(`/${searchOf(list.view.value)}`);
    await requests.load(id).catch(() => null);
  }

  return (
    <ConfirmButton
      label={text('erase')}
      question={text('eraseQuestion', { name, number })}
      confirm={text('eraseConfirm')}
      onConfirm={() => void erase()}
    >
      {text('erase')}
    </ConfirmButton>
  );
}
