import type { InboxRequest } from '../api/shapes.ts';
import { lazyComponent } from '../parts/lazy-component.tsx';

const RequestDetails = lazyComponent(() =>
  import('../triage/details/request-details.tsx').then((loaded) => loaded.RequestDetails),
);

const detailKeys = ['arrival', 'answers', 'missing', 'terms', 'termsState', 'estimate', 'seenBefore'] as const;

/** The details beside the message. Renders nothing for a request without details. */
export function DetailsPart({ request }: { readonly request: InboxRequest }) {
  return detailKeys.some((key) => request[key]) ? <RequestDetails request={request} /> : null;
}
