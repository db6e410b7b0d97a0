import { useEffect, useState } from 'preact/hooks';
import type { CommissionClient } from '../../client/src/commission-client.ts';
import { requestNumberOf } from '../../src/customers/submission/request-number.ts';
import { readPrefill } from './draft/prefill.ts';
import { useDraft } from './draft/use-draft.ts';
import { CommissionForm } from './form/commission-form.tsx';
import { useOffer, withinOffer } from './form/offer.ts';
import { CatalogueWords } from './language/catalogue-words.tsx';
import { type LanguageDetail, languageEvent } from './language/language-event.ts';
import { LanguageSwitch } from './language/language-switch.tsx';
import type { Language } from './language/languages.ts';
import { useTranslator } from './language/translator-context.ts';
import { Heading } from './parts/heading.tsx';
import { ReceiptView } from './receipt/receipt-view.tsx';
import { SendingView } from './sending/sending-view.tsx';
import { useSubmission } from './sending/use-submission.ts';

export interface ScreenProps {
  readonly endpoint: string;
  readonly client: CommissionClient;
  /** E-mail address that the page sets, used when the catalogue has none. */
  readonly contact: string | null;
  /** Values with which the page prefills the form, as a query. */
  readonly prefill: string;
  /** Parts that the form leaves out because the page has its own. */
  readonly hides: { readonly title: boolean; readonly language: boolean };
  onLanguage(language: Language): void;
  fire(event: string, detail: unknown): void;
}

/** Shows the form, the upload or the receipt. */
export function Screen(props: ScreenProps) {
  const { endpoint, client, contact: ownContact, prefill, hides, onLanguage, fire } = props;
  const { language, direction, text, ofCatalogue } = useTranslator();
  const { offer, reload } = useOffer(client);
  const [prefilled] = useState(() => readPrefill(prefill));
  const { phase, send, cancel, startOver, recall } = useSubmission(client, endpoint);
  const form = useDraft(endpoint, prefilled, recall);

  async function submit(): Promise<void> {
    if (!offer) return;
    const idempotencyKey = form.ensureIdempotencyKey();
    const end = await send({
      draft: withinOffer(form.draft, offer.catalogue),
      files: form.attachments.map(({ file }) => file),
      idempotencyKey,
      catalogue: offer.catalogue,
      language,
    });
    if (end.name === 'sent') {
      form.finish(idempotencyKey);
      const { receipt } = end.sent;
      fire('commission-sent', { ...receipt, requestNumber: requestNumberOf(receipt.id) });
    } else if (end.name === 'editing' && end.failure?.code === 'key-reused') form.resetIdempotencyKey();
  }

  const contact = offer?.catalogue.contact ?? ownContact;
  const { title, introduction } = offer?.catalogue ?? { title: null, introduction: null };
  const heading = title === null ? text('title') : ofCatalogue(title);
  useEffect(() => {
    fire(languageEvent, { language, direction, title: heading } satisfies LanguageDetail);
  }, [language, heading]);

  return (
    <>
      {(!hides.title || !hides.language) && (
        <header>
          {!hides.title && (
            <Heading depth={0}>{title === null ? text('title') : <CatalogueWords text={title} />}</Heading>
          )}
          {!hides.language && <LanguageSwitch onChange={onLanguage} />}
        </header>
      )}
      {phase.name === 'editing' && introduction !== null && (
        <p class="introduction">
          <CatalogueWords text={introduction} />
        </p>
      )}
      {phase.name === 'editing' && !offer && <p class="loading">{text('loading')}</p>}
      {phase.name === 'editing' && offer && (
        <CommissionForm
          form={form}
          offer={offer}
          contact={contact}
          failure={phase.failure}
          onReload={reload}
          onClear={startOver}
          onSubmit={() => void submit()}
        />
      )}
      {phase.name === 'sending' && (
        <SendingView transfer={phase} draft={form.draft} contact={contact} onCancel={cancel} />
      )}
      {phase.name === 'sent' && (
        <ReceiptView sent={phase.sent} afterwards={offer?.catalogue.afterwards ?? null} onAnother={startOver} />
      )}
    </>
  );
}
