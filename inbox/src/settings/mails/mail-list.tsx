import { PenLine } from 'lucide';
import { Icon } from '../../../../page-kit/icon.tsx';
import { type Translator, useTranslator } from '../../language/translator-context.ts';
import type { Studio } from '../../studio/draft/draft-shapes.ts';
import { customerMails, type ListedMail, operatorMails } from './mail-kinds.ts';
import { hasOwnWords } from './own-words.ts';

interface MailListProps {
  readonly mails: Studio['mails'];
  readonly language: string;
  readonly chosen: ListedMail;
  onChoose(mail: ListedMail): void;
}

/** All mails. A pen marks those with words of the studio. */
export function MailList({ mails, language, chosen, onChoose }: MailListProps) {
  const { text } = useTranslator();
  const groups = [
    ['mailsTo_customer', customerMails],
    ['mailsTo_operator', operatorMails],
  ] as const;
  return (
    <nav class="mail-list" aria-label={text('settingsMails')}>
      {groups.map(([title, listed]) => (
        <div key={title}>
          <h2>{text(title)}</h2>
          <ul>
            {listed.map((mail) => (
              <li key={mail.kind ?? mail.template}>
                <button type="button" aria-current={mail === chosen} onClick={() => onChoose(mail)}>
                  {mailName(mail, { text })}
                  {mail.kind !== null && hasOwnWords(mails, mail.kind, language) && (
                    <span class="mail-own" title={text('mailOwnWords')}>
                      <Icon of={PenLine} />
                      <span class="visually-hidden">{text('mailOwnWords')}</span>
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

export function mailName({ template, kind }: ListedMail, { text }: Pick<Translator, 'text'>): string {
  if (template !== 'customer-status') return text(`mail_${template}`);
  return kind === null || kind === 'operatorMessage' ? '' : text(`status_${kind}`);
}
