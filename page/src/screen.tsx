import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CommissionClient } from '../../client/src/commission-client.ts';
import { requestNumberOf } from '../../src/intake/submission/request-number.ts';
import { readPrefill } from './draft/prefill.ts';
import { useDraft } from './draft/use-draft.ts';
import { CommissionForm } from './form/commission-form.tsx';
import { useOffer, withinOffer } from './form/offer.ts';
import { useOpening } from './form/use-opening.ts';
import { Head, type HeadProps } from './head.tsx';
import { CatalogueWords } from './language/catalogue-words.tsx';
import { type LanguageDetail, languageEvent } from './language/language-event.ts';
import { useLaterTexts } from './language/later-texts.ts';
import { useLaterTranslator } from './language/translator-context.ts';
import { ReceiptView } from './receipt/receipt-view.tsx';
import { SendingView } from './sending/sending-view.tsx';
import { useSubmission } from './sending/use-submission.ts';
import { styleOfTheme } from './theme-style.ts';

export interface ScreenProps extends Pick<HeadProps, 'endpoint' | 'hides' | 'onLanguage'> {
  readonly client: CommissionClient;
  /** E-mail address that the page sets, used when the catalogue has no address. */
  readonly contact: string | null;
  /** Values with which the page prefills the form, as a query. */
  readonly prefill: string;
  fire(event: string, detail: unknown): void;
  /** Keeps the form while this is under way, also when the page takes the form out of its document. */
  keep(underWay: Promise<void>): void;
  addStyle(name: string, css: string): void;
}

/** Shows the form, the upload or the receipt; or that the studio is closed. */
export function Screen(props: ScreenProps) {
  const { endpoint, client, contact: ownContact, prefill, hides, onLanguage, fire, keep, addStyle } = props;
  const translator = useLaterTranslator();
  const { language, direction, region, text, ofCatalogue } = translator;
  const loaded = useOffer(client, endpoint);
  const laterTexts = useLaterTexts();
  const offer = loaded.offer?.studio && !laterTexts.areLoaded ? null : loaded.offer;
  const catalogue = offer?.catalogue;
  const watch = useOpening(client, loaded);
  const [prefilled] = useState(() => readPrefill(prefill));
  const { phase, send, cancel, startOver, recall } = useSubmission(client, endpoint);
  const kept = useDraft(endpoint, prefilled, recall);
  const draft = useMemo(() => (offer ? withinOffer(kept.draft, offer) : kept.draft), [kept.draft, offer]);
  const form = { ...kept, draft };
  useEffect(() => {
    const given = readPrefill(prefill);
    kept.prefill(offer?.studio?.withoutRefused(offer.catalogue, given, translator) ?? given);
  }, [prefill, offer === null]);
  const isAsking = useRef(false);

  async function submit(): Promise<void> {
    if (!offer || isAsking.current) return;
    isAsking.current = true;
    const mayGo = await watch.maySend(draft).finally(() => {
      isAsking.current = false;
    });
    if (!mayGo) return;
    const idempotencyKey = form.ensureIdempotencyKey();
    const end = await send({
      draft,
      files: form.attachments.map(({ file }) => file),
      idempotencyKey,
      catalogue: offer.catalogue,
      language,
      details: offer.studio?.detailsOf(offer.catalogue, draft, region) ?? {},
      detailLines: offer.studio?.detailLines(offer.catalogue, draft, translator) ?? [],
    });
    if (end.name === 'sent') {
      form.finish(idempotencyKey);
      const { receipt } = end.sent;
      fire('commission-sent', { ...receipt, requestNumber: requestNumberOf(receipt.id) });
    } else if (end.name === 'editing' && end.failure?.code === 'key-reused') form.resetIdempotencyKey();
  }

  const contact = catalogue?.contact ?? ownContact;
  const { title, introduction } = catalogue ?? { title: null, introduction: null };
  const heading = title === null ? text('title') : ofCatalogue(title);
  useEffect(() => {
    fire(languageEvent, { language, direction, title: heading } satisfies LanguageDetail);
  }, [language, heading]);
  const theme = loaded.offer?.catalogue.theme;
  useLayoutEffect(() => {
    addStyle('theme', theme === undefined ? '' : styleOfTheme(theme));
    if (!loaded.offer?.studio) return;
    addStyle('studio', loaded.offer.studio.studioStyle);
    laterTexts.load();
    // A new style sheet makes the browser style the whole form anew.
  }, [JSON.stringify(theme), loaded.offer?.studio]);

  const opening = offer?.studio && offer.catalogue.opening;
  const isClosed = opening?.state === 'closed';
  const now = Date.now() + watch.aheadMs;
  return (
    <>
      <Head
        title={title}
        written={[title, ...(catalogue?.types ?? []).map(({ name }) => name)].filter((words) => words !== null)}
        logo={catalogue?.logo}
        endpoint={endpoint}
        hides={hides}
        onLanguage={onLanguage}
      />
      {phase.name === 'editing' && introduction !== null && (
        <p class="introduction">
          <CatalogueWords text={introduction} />
        </p>
      )}
      {phase.name === 'editing' && !offer && <p class="loading">{text('loading')}</p>}
      {phase.name === 'editing' && offer?.studio && opening && isClosed && (
        <offer.studio.ClosedView
          catalogue={offer.catalogue}
          opening={opening}
          now={now}
          endpoint={endpoint}
          hasDraft={!form.isEmpty}
          interruption={watch.interruption}
          onLook={() => void watch.look()}
        />
      )}
      {phase.name === 'editing' && offer && !isClosed && (
        <>
          {offer.studio && opening && (
            <offer.studio.OpeningNote opening={opening} now={now} interruption={watch.interruption} />
          )}
          <CommissionForm
            form={form}
            offer={offer}
            contact={contact}
            failure={phase.failure}
            onReload={loaded.reload}
            onClear={startOver}
            onSubmit={() => keep(submit())}
          />
        </>
      )}
      {phase.name === 'sending' && <SendingView transfer={phase} draft={draft} contact={contact} onCancel={cancel} />}
      {phase.name === 'sent' && (
        <ReceiptView {...phase} afterwards={catalogue?.afterwards ?? null} onAnother={startOver} />
      )}
      {offer?.studio && catalogue?.legal && <offer.studio.LegalFooter legal={catalogue.legal} />}
    </>
  );
}
