import { useEffect, useRef, useState } from 'preact/hooks';
import type { Catalogue, CommissionClient, Failure, Limits } from '../../../client/src/commission-client.ts';
import { maxFileBytes, maxFiles } from '../../../src/customers/submission/limits.ts';
import type { AttachmentLimits } from '../draft/attachment.ts';
import type { Draft } from '../draft/draft.ts';

/** The limits and the catalogue of the service. */
export interface Offer {
  readonly limits: AttachmentLimits;
  readonly catalogue: Catalogue;
  /** Why the limits or the catalogue could not be loaded, or null. */
  readonly failure: Failure | null;
}

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

/** Loads the offer, which is null until then. The form also works without it, because the service checks every form. */
export function useOffer(client: CommissionClient): { offer: Offer | null; reload(): void } {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [reloadCount, setReloadCount] = useState(0);
  const given = useRef<Catalogue | null>(null);
  useEffect(() => {
    const show = (event: Event) => {
      const catalogue: Catalogue = (event as CustomEvent).detail;
      given.current = catalogue;
      setOffer((now) => now && { ...now, catalogue });
    };
    document.addEventListener(catalogueEvent, show);
    return () => document.removeEventListener(catalogueEvent, show);
  }, []);
  useEffect(() => {
    let isLatest = true;
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), longestLoadMs);
    const options = { signal: abort.signal, retries: 1 };
    void Promise.all([client.limits(options), client.catalogue(options)]).then(([limits, catalogue]) => {
      clearTimeout(timer);
      if (!isLatest) return;
      setOffer({
        limits: attachmentLimitsOf(limits.ok ? limits.value : null),
        catalogue: given.current ?? (catalogue.ok ? catalogue.value : emptyCatalogue),
        failure: limits.ok ? (catalogue.ok ? null : catalogue.failure) : limits.failure,
      });
    });
    return () => {
      isLatest = false;
      abort.abort();
    };
  }, [client, reloadCount]);
  return { offer, reload: () => setReloadCount(reloadCount + 1) };
}

function attachmentLimitsOf(limits: Limits | null): AttachmentLimits {
  return {
    maxCount: limits?.files.maxCount ?? maxFiles,
    maxBytes: limits?.files.maxBytes ?? maxFileBytes,
    maxRequestBytes: limits?.request.maxBytes ?? Number.POSITIVE_INFINITY,
  };
}

/** Returns the draft without choices that are no longer offered. */
export function withinOffer(draft: Draft, { types, extras, customCards }: Catalogue): Draft {
  const type = types.find(({ id }) => id === draft.typeId);
  return {
    ...draft,
    typeId: type?.id ?? null,
    optionId: type?.options.find(({ id }) => id === draft.optionId)?.id ?? null,
    extraIds: draft.extraIds.filter((id) => extras.some((extra) => extra.id === id)),
    customCardId: customCards.find(({ id }) => id === draft.customCardId)?.id ?? null,
  };
}
