import type { InboxRequest } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import { LongText } from '../parts/exact-text.tsx';
import { lazyComponent } from '../parts/lazy-component.tsx';

const RequestDetails = lazyComponent(() =>
  import('../triage/details/request-details.tsx').then((loaded) => loaded.RequestDetails),
);

const detailKeys = ['arrival', 'answers', 'missing', 'terms', 'termsState', 'estimate', 'seenBefore'] as const;

/** The customer's words, and the details beside them if there are some. */
export function RequestSent({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  return (
    <section class="request-sent" aria-label={text('key_words')}>
      <LongText text={request.message} />
      {detailKeys.some((key) => request[key]) && <RequestDetails request={request} />}
    </section>
  );
}
