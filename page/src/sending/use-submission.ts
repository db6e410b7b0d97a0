import { useEffect, useRef, useState } from 'preact/hooks';
import { anySignal } from '../../../client/src/any-signal.ts';
import type {
  Catalogue,
  CommissionClient,
  CommissionForm,
  Progress,
  Retry,
  SubmissionFailure,
} from '../../../client/src/commission-client.ts';
import { freshProofMs } from '../../../client/src/commission-client.ts';
import { type Draft, payloadOf } from '../draft/draft.ts';
import { type SentRequest, sentRequestOf, storedSentRequest } from '../receipt/sent-request.ts';
import { solve } from './solver.ts';
import { createTransferRate } from './transfer-rate.ts';

/** The state of a submission. */
export type Phase =
  | { readonly name: 'editing'; readonly failure: SubmissionFailure | null }
  | ({ readonly name: 'sending' } & Transfer)
  | { readonly name: 'sent'; readonly sent: SentRequest /** Gone after a reload. */; readonly files?: readonly File[] };

export interface Transfer {
  readonly fileNames: readonly string[];
  /** Null before the first byte. */
  readonly progress: Progress | null;
  readonly bytesPerSecond: number | null;
  /** Ends the wait for a proof, or null while the form is under way. */
  readonly sendAnyway: (() => void) | null;
  /** The retry that waits or runs, or null during the first attempt. */
  readonly retry: Retry | null;
}

const staleProof = 'stale proof';

/** More retries than the client's default. They bridge a lost connection of about two minutes. */
const retries = 10;

interface OutgoingForm {
  readonly draft: Draft;
  readonly files: readonly File[];
  readonly idempotencyKey: string;
  readonly catalogue: Catalogue;
  /** Language in which the customer reads the form. */
  readonly language: string;
  /** The details of the form, for the part `commission-form`. */
  readonly details: Partial<CommissionForm>;
  /** The same in the customer's words, for the receipt. */
  readonly detailLines: SentRequest['details'];
}

export interface Submission {
  readonly phase: Phase;
  /** Resolves with the phase in which the submission ends. */
  send(form: OutgoingForm): Promise<Phase>;
  cancel(): void;
  startOver(): void;
  /** Shows the receipt of a request that another tab has sent, if there is one. */
  recall(): void;
}

/** Returns the part `commission-form`, or undefined if the studio has neither published nor asked anything. */
function formOf({ catalogue: { revision }, language, details }: OutgoingForm): CommissionForm | undefined {
  if (revision === undefined && Object.keys(details).length === 0) return undefined;
  return { v: 1, ...(revision !== undefined && { revision }), language, ...details };
}

function withProof(form: CommissionForm | undefined, proof: string | null): CommissionForm | undefined {
  return proof === null ? form : { ...(form ?? { v: 1 }), proof };
}

export function useSubmission(client: CommissionClient, endpoint: string): Submission {
  const [phase, setPhase] = useState<Phase>(() => storedPhase() ?? { name: 'editing', failure: null });
  const abort = useRef<AbortController | null>(null);
  const isSending = phase.name === 'sending';

  useEffect(() => () => abort.current?.abort(), []);
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);

  function storedPhase(): Phase | null {
    const sent = storedSentRequest.read(endpoint);
    return sent && { name: 'sent', sent };
  }

  /** Resolves with null when the customer does not wait for the proof. */
  async function proofWithin(cancelled: AbortSignal, show: (sendAnyway: (() => void) | null) => void) {
    const waiting = new AbortController();
    show(() => waiting.abort());
    const proof = await client.proof({ signal: anySignal([cancelled, waiting.signal]), solve });
    show(null);
    return proof;
  }

  async function send(outgoing: OutgoingForm): Promise<Phase> {
    const { draft, files, idempotencyKey, catalogue, language, detailLines } = outgoing;
    const rate = createTransferRate();
    const fileNames = files.map(({ name }) => name);
    const update = (part: Partial<Transfer>) => setPhase((now) => (now.name === 'sending' ? { ...now, ...part } : now));
    const attempt = new AbortController();
    abort.current = attempt;
    setPhase({ name: 'sending', fileNames, progress: null, bytesPerSecond: null, retry: null, sendAnyway: null });
    const proof = catalogue.guard ? await proofWithin(attempt.signal, (sendAnyway) => update({ sendAnyway })) : null;
    const provedAtMs = Date.now();
    // A computer may sleep between two tries. Under the same key, the form is sent anew with another proof.
    const endIfStale = () => proof !== null && Date.now() - provedAtMs > freshProofMs && attempt.abort(staleProof);
    const result = await client.submit(payloadOf(draft), files, {
      signal: attempt.signal,
      idempotencyKey,
      language,
      form: withProof(formOf(outgoing), proof),
      retries,
      onRetry(retry) {
        endIfStale();
        update({ retry, progress: null, bytesPerSecond: null });
      },
      onProgress(progress) {
        rate.add(progress.sentBytes, performance.now());
        update({ progress, bytesPerSecond: rate.bytesPerSecond() });
      },
    });
    if (!result.ok && attempt.signal.reason === staleProof) return send(outgoing);
    const end: Phase = result.ok
      ? { name: 'sent', sent: sentRequestOf(result.value, draft, files, catalogue, detailLines), files }
      : { name: 'editing', failure: result.failure };
    if (end.name === 'sent') storedSentRequest.write(endpoint, end.sent);
    setPhase(end);
    return end;
  }

  return {
    phase,
    send,
    cancel: () => abort.current?.abort(),
    startOver() {
      storedSentRequest.remove(endpoint);
      setPhase({ name: 'editing', failure: null });
    },
    recall: () => setPhase((now) => (now.name === 'editing' ? (storedPhase() ?? now) : now)),
  };
}
