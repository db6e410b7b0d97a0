import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  Catalogue,
  CommissionClient,
  Failure,
  Limits,
  Opening,
  Result,
} from '../../../client/src/commission-client.ts';
import { maxFileBytes, maxFiles } from '../../../src/intake/submission/limits.ts';
import type { AttachmentLimits } from '../draft/attachment.ts';
import type { Draft } from '../draft/draft.ts';

/** The limits and the catalogue of the service. */
export interface Offer {
  /** The service's address. */
  readonly endpoint: string;
  readonly limits: AttachmentLimits;
  readonly catalogue: Catalogue;
  /** Shows the parts of the catalogue that most studios do not have. Null without such parts. */
  readonly studio: StudioParts | null;
  /** Why the limits or the catalogue could not be loaded, or null. */
  readonly failure: Failure | null;
}

/** A chunk of its own, which is loaded when the catalogue has something for it. */
export type StudioParts = typeof import('../studio/studio-parts.ts');

const emptyCatalogue: Catalogue = {
  title: null,
  introduction: null,
  afterwards: null,
  contact: null,
  labels: { type: null, option: null, extras: null, customCard: null },
  types: [],
  extras: [],
  customCards: [],
};

/** Event of the document by which the preview in the inbox shows a draft. Its detail is a catalogue. */
const catalogueEvent = 'commission-catalogue';

/** The form does without an offer that takes longer, because a dead network raises no error. */
const longestLoadMs = 20_000;

export interface LoadedOffer {
  readonly offer: Offer | null;
  reload(): void;
  /** Replaces the opening of the offer. */
  reopen(opening: Opening): void;
}

/** Loads the offer, which is null until then. The form also works without it, because the service checks every form. */
export function useOffer(client: CommissionClient, endpoint: string): LoadedOffer {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [reloadCount, setReloadCount] = useState(0);
  const given = useRef<Catalogue | null>(null);
  useEffect(() => {
    const show = (event: Event) => {
      const catalogue: Catalogue = (event as CustomEvent).detail;
      given.current = catalogue;
      void withParts({ ok: true, value: catalogue }).then(({ studio }) => {
        if (given.current === catalogue) setOffer((now) => now && { ...now, catalogue, studio });
      });
    };
    document.addEventListener(catalogueEvent, show);
    return () => document.removeEventListener(catalogueEvent, show);
  }, []);
  useEffect(() => {
    let isLatest = true;
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), longestLoadMs);
    const options = { signal: abort.signal, retries: 1 };
    const withGiven = (result: Result<Catalogue>) =>
      withParts(given.current === null ? result : { ok: true, value: given.current });
    void Promise.all([client.limits(options), client.catalogue(options).then(withGiven)]).then(
      ([limits, { result, studio }]) => {
        clearTimeout(timer);
        if (!isLatest) return;
        setOffer({
          endpoint,
          limits: attachmentLimitsOf(limits.ok ? limits.value : null),
          catalogue: result.ok ? result.value : emptyCatalogue,
          studio,
          failure: limits.ok ? (result.ok ? null : result.failure) : limits.failure,
        });
      },
    );
    return () => {
      isLatest = false;
      abort.abort();
    };
  }, [client, reloadCount]);
  return {
    offer,
    reload: () => setReloadCount(reloadCount + 1),
    reopen: (opening) => setOffer((now) => now && { ...now, catalogue: { ...now.catalogue, opening } }),
  };
}

interface LoadedCatalogue {
  readonly result: Result<Catalogue>;
  readonly studio: StudioParts | null;
}

async function withParts(result: Result<Catalogue>): Promise<LoadedCatalogue> {
  if (!result.ok || !needsParts(result.value)) return { result, studio: null };
  try {
    return { result, studio: await import('../studio/studio-parts.ts') };
  } catch {
    // Without its parts the form would leave out the questions of the studio.
    return { result: { ok: false, failure: { code: 'unreachable' } }, studio: null };
  }
}

function needsParts({ opening, questions, terms, prices, legal, queue, types }: Catalogue): boolean {
  return (
    [opening, questions, terms, prices, legal].some((part) => part !== undefined) ||
    queue?.asksName === true ||
    types.some(({ pictures = [] }) => pictures.length > 0)
  );
}

function attachmentLimitsOf(limits: Limits | null): AttachmentLimits {
  return {
    maxCount: limits?.files.maxCount ?? maxFiles,
    maxBytes: limits?.files.maxBytes ?? maxFileBytes,
    maxRequestBytes: limits?.request.maxBytes ?? Number.POSITIVE_INFINITY,
  };
}

/** Returns the draft as the form shows it, without choices and answers that are no longer offered. */
export function withinOffer(draft: Draft, { catalogue, studio }: Offer): Draft {
  const { types, extras, customCards, questions = [] } = catalogue;
  const type = types.find(({ id }) => id === draft.typeId);
  return {
    ...draft,
    typeId: type?.id ?? null,
    optionId: type?.options.find(({ id }) => id === draft.optionId)?.id ?? null,
    extraIds: [...new Set(draft.extraIds)].filter((id) => extras.some((extra) => extra.id === id)),
    customCardId: customCards.find(({ id }) => id === draft.customCardId)?.id ?? null,
    answers: studio?.shownAnswers(questions, draft.answers) ?? draft.answers,
  };
}
