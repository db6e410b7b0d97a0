import type { ComponentChildren } from 'preact';
import type { Announcement } from '../../events/status-links/messages/status-messages.ts';
import { ContactNote } from './contact-note.tsx';
import { type PageContext, statusDocument } from './status-document.tsx';

/** The icon `unlink` of Lucide. */
const brokenLink =
  'm18.84 12.25 1.72-1.71a5 5 0 0 0-7.07-7.07l-1.72 1.71M5.17 11.75l-1.71 1.71a5 5 0 0 0 7.07 7.07l1.71-1.71M8 2v3M2 8h3M16 19v3M19 16h3';

/** Returns a page with one announcement. */
export function noticePage(announcement: Announcement, context: PageContext): string {
  return plainPage(announcement, null, context);
}

/** Returns the page of a link without a request, with a link to the form. */
export function deadLinkPage(context: PageContext): string {
  return plainPage(context.messages.notFound, <WayToForm context={context} />, context);
}

/** Returns the page of an unknown address, with a link to the form. */
export function missingPage(context: PageContext): string {
  return plainPage(context.messages.noPage, <WayToForm context={context} />, context);
}

function plainPage({ title, text }: Announcement, way: ComponentChildren, context: PageContext): string {
  const { contact } = context.catalogue;
  const main = (
    <article class="panel plain">
      <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
        <path d={brokenLink} />
      </svg>
      <h1>{title}</h1>
      <p class="lead">{text}</p>
      {way}
    </article>
  );
  const note = contact !== null && (
    <p>
      <ContactNote address={contact} subject={title} messages={context.messages} />
    </p>
  );
  return statusDocument({ title, main, width: 'narrow', notes: note ? [note] : [] }, context);
}

function WayToForm({ context: { root, messages } }: { readonly context: PageContext }) {
  return (
    <p class="way">
      <a href={root} class="button button-primary">
        {messages.form}
      </a>
    </p>
  );
}
