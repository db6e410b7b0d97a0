/** The texts of mails in one language. The texts of the statuses belong to the status page. */
export interface MailMessages {
  /** This subject, `messageSubject` and `operatorSubject` contain `{number}`. */
  readonly createdSubject: string;
  readonly createdText: string;
  /** Contains `{number}` and `{status}`. */
  readonly statusSubject: string;
  readonly messageSubject: string;
  readonly follow: string;
  /** Why customers get the mail. */
  readonly customerFooter: string;
  readonly operatorSubject: string;
  /** Contains `{number}` and `{status}`. Unlike `statusSubject` it does not address the customer. */
  readonly operatorStatusSubject: string;
  readonly from: string;
  readonly files: string;
  /** Answers of the customer. */
  readonly yes: string;
  readonly no: string;
  readonly open: string;
  /** By plural category. Each contains `{count}`. */
  readonly digestSubject: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };
  /** Contains `{count}`. */
  readonly digestMore: string;
  readonly operatorFooter: string;
  readonly testSubject: string;
  readonly testText: string;
  /** For owners of a channel that fails. Contains `{name}`, and the texts `{since}` and `{until}`. */
  readonly brokenSubject: string;
  readonly brokenText: string;
  /** Contains `{detail}`, which is in English. */
  readonly lastTry: string;
  readonly recoveredSubject: string;
  readonly recoveredText: string;
  readonly goneSubject: string;
  /** Contains `{name}` and `{since}`. */
  readonly goneText: string;
  readonly seeChannels: string;
  /** For owners of a service whose disk has too little free space for files. */
  readonly lowDiskSubject: string;
  /** Contains `{folder}`, `{host}`, `{free}` and `{floor}`. */
  readonly lowDiskText: string;
  /** Of a notice that more requests passed the guard at once than anybody is told of. */
  readonly crowdSubject: string;
  /** With `{limit}`. */
  readonly crowdText: string;
  readonly backupOldSubject: string;
  /** With `{at}`, when the newest back-up was made. */
  readonly backupOldText: string;
  readonly backupMissingText: string;
  readonly diskRoomSubject: string;
  /** Contains `{folder}`, `{host}` and `{free}`. */
  readonly diskRoomText: string;
  /** To owners, when the form has closed by itself. */
  readonly formFullSubject: string;
  readonly formFullRequests: string;
  readonly formFullSlots: string;
  /** The state of the form, in a chat or on a phone. */
  readonly formOpen: string;
  readonly formClosed: string;
  readonly formWaitlist: string;
  readonly ownerFooter: string;
}
