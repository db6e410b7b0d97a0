import { useEffect, useRef } from 'preact/hooks';
import type { MailPreview } from '../../../../src/deliveries/kinds/mail/mail-shapes.ts';
import { useTranslator } from '../../language/translator-context.ts';

interface LetterProps {
  readonly mail: MailPreview;
  readonly language: string;
  readonly htmlPath: string;
  /** Changes with the words. */
  readonly version: number;
}

/** The mail as its reader opens it. */
export function Letter({ mail, language, htmlPath, version }: LetterProps) {
  const { text } = useTranslator();
  return (
    <section class="letter" aria-label={text('mail')}>
      <header>
        <h2 lang={language} dir="auto">
          {mail.subject}
        </h2>
        <dl>
          <div>
            <dt>{text('mailFrom')}</dt>
            <dd>{mail.from === null ? <span class="muted">{text('mailFromNobody')}</span> : <bdi>{mail.from}</bdi>}</dd>
          </div>
          <div>
            <dt>{text('mailTo')}</dt>
            <dd>
              <bdi>{mail.to}</bdi>
            </dd>
          </div>
        </dl>
      </header>
      {mail.hasHtml && <HtmlFrame key={htmlPath} src={htmlPath} version={version} />}
      <details open={!mail.hasHtml}>
        <summary>{text('mailText')}</summary>
        <pre lang={language} dir="auto">
          {mail.text}
        </pre>
      </details>
    </section>
  );
}

/** Loads again in place, so that nothing jumps while the words are written. */
function HtmlFrame({ src, version }: { readonly src: string; readonly version: number }) {
  const { text } = useTranslator();
  const frame = useRef<HTMLIFrameElement>(null);
  const loaded = useRef(version);
  useEffect(() => {
    if (loaded.current === version) return;
    loaded.current = version;
    frame.current?.contentWindow?.location.reload();
  }, [version]);
  return (
    <iframe
      ref={frame}
      class="mail-html"
      sandbox="allow-same-origin"
      title={text('mailHtml')}
      src={src}
      onLoad={({ currentTarget }) => showWhole(currentTarget)}
    />
  );
}

/** Makes the frame as high as its page. */
function showWhole(frame: HTMLIFrameElement): void {
  const { scrollHeight = 0 } = frame.contentDocument?.body ?? {};
  const borders = frame.offsetHeight - frame.clientHeight;
  if (scrollHeight > 0) frame.style.blockSize = `${scrollHeight + borders}px`;
}
