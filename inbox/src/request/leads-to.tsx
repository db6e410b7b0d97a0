import { useTranslator } from '../language/translator-context.ts';
import { Dialog } from '../shell/dialog.tsx';
import { doubtsAbout, type LinkDoubt } from './linked-text.ts';

const doubtTexts = {
  'user-name': 'linkUserName',
  'foreign-letters': 'linkForeignLetters',
  unencrypted: 'linkUnencrypted',
} as const satisfies Record<LinkDoubt, string>;

export interface LeadsToProps {
  readonly url: URL;
  onClose(): void;
}

/** Shows the target of an address from a customer before it opens. The host is in the form that the browser uses. */
export function LeadsTo({ url, onClose }: LeadsToProps) {
  const { text } = useTranslator();
  return (
    <Dialog title={text('linkTitle')} onClose={onClose}>
      <p class="link-host">
        <bdi>{url.host}</bdi>
      </p>
      <p class="link-address">
        <bdi>{url.href}</bdi>
      </p>
      {doubtsAbout(url).map((doubt) => (
        <p key={doubt} class="doubt">
          {text(doubtTexts[doubt])}
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
