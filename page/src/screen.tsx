import type { CommissionClient } from '../../client/src/commission-client.ts';
import { useAnnouncer } from './announcer.tsx';
import { payloadOf } from './draft/draft.ts';
import { useDraft } from './draft/use-draft.ts';
import { CommissionForm } from './form/commission-form.tsx';
import { Heading } from './heading.tsx';
import { CatalogueWords } from './language/catalogue-words.tsx';
import { LanguageSwitch } from './language/language-switch.tsx';
import type { Language } from './language/languages.ts';
import { useTranslator } from './language/translator-context.ts';
import { useOffer, withinOffer } from './offer.ts';
import { ReceiptView } from './receipt/receipt-view.tsx';
import { SendingView } from './sending/sending-view.tsx';
import { useSubmission } from './sending/use-submission.ts';

export interface ScreenProps {
  readonly endpoint: string;
  readonly client: CommissionClient;
  onLanguage(language: Language): void;
  fire(event: string, detail: unknown): void;
}

/** The form, the upload or the receipt. */
export function Screen({ endpoint, client, onLanguage, fire }: ScreenProps) {
  const { text } = useTranslator();
  const { say } = useAnnouncer();
  const { offer, reload } = useOffer(client);
  const form = useDraft(endpoint);
  const { phase, send, cancel, startAnew } = useSubmission(client);

  async function submit(): Promise<void> {
    if (!offer) return;
    const payload = payloadOf(withinOffer(form.draft, offer.catalogue));
    const files = form.attachments.map(({ file }) => file);
    const end = await send(payload, files, form.takeKey());
    if (end.name === 'sent') {
      form.clear();
      fire('commission-sent', end.receipt);
    } else if (end.name === 'editing' && end.failure?.code === 'key-reused') form.dropKey();
  }

  function clear(): void {
    form.clear();
    say(text('draftCleared'));
  }

  const { title, introduction } = offer?.catalogue ?? { title: null, introduction: null };
  return (
    <>
      <header>
        <Heading depth={0}>{title === null ? text('title') : <CatalogueWords text={title} />}</Heading>
        <LanguageSwitch onChange={onLanguage} />
      </header>
      {phase.name === 'editing' && introduction !== null && (
        <p class="introduction" dir="auto">
          <CatalogueWords text={introduction} />
        </p>
      )}
      {phase.name === 'editing' && !offer && <p class="loading">{text('loading')}</p>}
      {phase.name === 'editing' && offer && (
        <CommissionForm
          form={form}
          offer={offer}
          failure={phase.failure}
          onReload={reload}
          onClear={clear}
          onSubmit={() => void submit()}
        />
      )}
      {phase.name === 'sending' && <SendingView transfer={phase} onCancel={cancel} />}
      {phase.name === 'sent' && (
        <ReceiptView receipt={phase.receipt} fileNames={phase.fileNames} onAnother={startAnew} />
      )}
    </>
  );
}
