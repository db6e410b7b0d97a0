import type { InboxRequest } from '../api/shapes.ts';
import { lazyComponent } from '../parts/lazy-component.tsx';

const Told = lazyComponent(() => import('../triage/told/told.tsx').then((loaded) => loaded.Told));

const told = ['arrival', 'answers', 'missing', 'terms', 'termsState', 'estimate', 'seenBefore'] as const;

/** What the customer told beside the message. Renders nothing when the studio asked for nothing. */
export function ToldPart({ request }: { readonly request: InboxRequest }) {
  return told.some((key) => request[key]) ? <Told request={request} /> : null;
}
