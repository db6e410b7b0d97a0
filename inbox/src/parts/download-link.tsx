import type { ComponentChildren } from 'preact';
import { failureText } from '../language/failure-text.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { isPlainClick } from '../router/router.tsx';

interface DownloadLinkProps {
  readonly href: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/**
 * A link to a file that the browser saves. A browser cancels a rejected download silently, so the session is checked
 * first, and the person is asked to sign in again when it has ended.
 */
export function DownloadLink({ href, class: className, children }: DownloadLinkProps) {
  const { call, toasts } = useInbox();
  const translator = useTranslator();

  async function save(): Promise<void> {
    try {
      await call('GET', '/session');
      startDownload(href);
    } catch (error) {
      toasts.show({ tone: 'bad', text: failureText(translator, error) });
    }
  }

  return (
    <a
      class={className}
      href={href}
      // Preact would render `true` as the name of the file.
      download=""
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        void save();
      }}
    >
      {children}
    </a>
  );
}

function startDownload(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
