import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { Delivery } from '../model/deliveries-api.ts';

interface SentContentProps {
  readonly kind: Delivery['channel']['kind'];
  /** The content in the format of the channel's kind. Parts of it come from strangers. */
  readonly body: string;
}

/** The content of a delivery as plain text without links. */
export function SentContent({ kind, body }: SentContentProps) {
  const { text } = useTranslator();
  const mail = kind === 'mail' ? mailOf(body) : null;
  return (
    <section aria-labelledby="sent">
      <h3 id="sent">{text('sent')}</h3>
      {mail && (
        <dl class="facts">
          <dt>{text('mailTo')}</dt>
          <dd>
            <bdi>{shownName(mail.to.join(', '))}</bdi>
          </dd>
          <dt>{text('mailSubjectName')}</dt>
          <dd>
            <bdi>{shownName(mail.subject)}</bdi>
          </dd>
        </dl>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard too */}
      <pre dir="auto" tabIndex={0}>
        {mail ? mail.text : indented(body)}
      </pre>
    </section>
  );
}

interface SentMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Returns null when another version of the service stored the body in another format. */
function mailOf(body: string): SentMail | null {
  try {
    const { to, subject, text } = JSON.parse(body);
    if (typeof subject !== 'string' || typeof text !== 'string' || !Array.isArray(to)) return null;
    return { to: to.map(({ name, address }) => (name ? `${name} <${address}>` : String(address))), subject, text };
  } catch {
    return null;
  }
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
