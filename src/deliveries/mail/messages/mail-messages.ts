/** The words of mails in one language; those of the statuses stand with the status page. */
export interface MailMessages {
  /** `{number}` in these subjects. */
  readonly createdSubject: string;
  readonly createdText: string;
  /** `{number}`, `{status}`. */
  readonly statusSubject: string;
  readonly messageSubject: string;
  readonly follow: string;
  /** For customers: why they get it. */
  readonly customerFooter: string;
  readonly operatorSubject: string;
  readonly from: string;
  readonly files: string;
  readonly open: string;
  /** By plural category, with `{count}`. */
  readonly digestSubject: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };
  /** `{count}` */
  readonly digestMore: string;
  readonly operatorFooter: string;
  readonly testSubject: string;
  readonly testText: string;
  /** To owners of a channel that fails: `{name}`, and in the texts `{since}`, `{until}`. */
  readonly brokenSubject: string;
  readonly brokenText: string;
  /** `{detail}`, in English. */
  readonly lastTry: string;
  readonly recoveredSubject: string;
  readonly recoveredText: string;
  readonly goneSubject: string;
  /** `{name}`, `{since}` */
  readonly goneText: string;
  readonly seeChannels: string;
  readonly ownerFooter: string;
}
