import { useTranslator } from '../language/translator-context.ts';
import { Dialog } from './dialog.tsx';
import { type LinkWarning, warningsAbout } from './linked-text.ts';

const warningTexts = {
  'user-name': 'linkUserName',
  'foreign-letters': 'linkForeignLetters',
  unencrypted: 'linkUnencrypted',
} as const satisfies Record<LinkWarning, string>;

interface LinkDialogProps {
  readonly url: URL;
  onClose(): void;
}

/** Shows the target of an address from a customer before it opens. The host is in the form that the browser uses. */
export function LinkDialog({ url, onClose }: LinkDialogProps) {
  const { text } = useTranslator();
  return (
    <Dialog title={text('linkTitle')} onClose={onClose}>
      <p class="link-host">
        <bdi>{url.host}</bdi>
      </p>
      <p class="link-address">
        <bdi>{url.href}</bdi>
      </p>
      {warningsAbout(url).map((warning) => (
        <p key={warning} class="doubt">
          {text(warningTexts[warning])}
        </p>
      ))}
      <footer>
        <a class="button" href={url.href} target="_blank" rel="noopener noreferrer nofollow" onClick={onClose}>
          {text('linkOpen')}
        </a>
        <button type="button" class="quiet" onClick={onClose}>
          {text('close')}
        </button>
      </footer>
    </Dialog>
  );
}
