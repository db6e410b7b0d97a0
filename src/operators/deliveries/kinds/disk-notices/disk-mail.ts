import type { FullestDisk } from '../../../../platform/disk/disk-room.ts';
import { fillText } from '../../../../platform/language/fill-text.ts';
import type { Language } from '../../../../platform/language/languages.ts';
import type { MailMessage } from '../mail/mail-message.ts';
import { mailMessages } from '../mail/messages/all-mail-messages.ts';
import { type OwnerMailFacts, ownerMail } from '../mail/owner-mail.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** Composes the mail to owners about a disk that is low, or has room again. @param host The name of the machine. */
export function diskMail(
  state: 'low' | 'enough',
  { folder, freeBytes, floorBytes }: FullestDisk,
  host: string,
  facts: OwnerMailFacts,
): MailMessage {
  const { language } = facts.reading;
  const words = mailMessages[language];
  const [subject, text] =
    state === 'low' ? [words.lowDiskSubject, words.lowDiskText] : [words.diskRoomSubject, words.diskRoomText];
  const values = {
    folder: leftToRight(folder),
    host: leftToRight(host),
    free: sizeText(freeBytes, language),
    floor: sizeText(floorBytes, language),
  };
  return ownerMail({ subject, paragraphs: [fillText(text, values)], link: null }, facts);
}

/** Keeps the parts of a path in their order in a text that runs from right to left. */
function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}

function sizeText(bytes: number, language: Language): string {
  const [unit, name] = bytes < gibibyte ? [mebibyte, 'MiB'] : [gibibyte, 'GiB'];
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / unit)}\u00a0${name}`;
}
