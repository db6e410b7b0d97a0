import { z } from 'zod';
import { customerTexts } from '../../../platform/language/customer-texts.ts';
import { fillText } from '../../../platform/language/fill-text.ts';
import type { Language } from '../../../platform/language/languages.ts';
import type { NoticeText } from './owner-mail.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

const diskFacts = z.object({
  state: z.enum(['low', 'enough']),
  folder: z.string(),
  /** The name of the machine, for owners of several. */
  host: z.string(),
  freeBytes: z.number(),
  floorBytes: z.number(),
});

export type DiskFacts = z.infer<typeof diskFacts>;

/** Composes the notice about a disk that is low, or has room again. */
export const diskNotice: NoticeText = async (facts, { reading: { language } }) => {
  const { state, folder, host, freeBytes, floorBytes } = diskFacts.parse(facts);
  const words = customerTexts[language].mails;
  const [subject, text] =
    state === 'low' ? [words.lowDiskSubject, words.lowDiskText] : [words.diskRoomSubject, words.diskRoomText];
  const values = {
    folder: leftToRight(folder),
    host: leftToRight(host),
    free: sizeText(freeBytes, language),
    floor: sizeText(floorBytes, language),
  };
  return { subject, paragraphs: [fillText(text, values)], link: null };
};

/** Keeps the parts of a path in their order in a text that runs from right to left. */
function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}

function sizeText(bytes: number, language: Language): string {
  const [unit, name] = bytes < gibibyte ? [mebibyte, 'MiB'] : [gibibyte, 'GiB'];
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / unit)}\u00a0${name}`;
}
