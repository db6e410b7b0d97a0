import type { ShownStatus } from '../shown-status.ts';

/** A heading and the sentence below it. */
export interface Announcement {
  readonly title: string;
  readonly text: string;
}

/** What is said of a status. */
export interface StatusText extends Announcement {
  /** What happens next. Null when nothing does. */
  readonly next: string | null;
}

/** The texts of the status page in one language. */
export interface StatusMessages {
  /** Contains `{number}`. */
  readonly request: string;
  readonly statuses: Readonly<Record<ShownStatus, StatusText>>;
  /** What differs when the studio is one person, who says "I". */
  readonly byOne: Readonly<Partial<Record<ShownStatus, Partial<StatusText>>>>;
  /** Contains `{studio}`. */
  readonly greeting: string;
  /** The greeting of a studio without a name. */
  readonly hello: string;
  /** Heads what happens next. */
  readonly next: string;
  readonly progress: string;
  readonly message: string;
  readonly received: string;
  readonly files: string;
  /** The names of what the customer told beside the request. */
  readonly told: { readonly answers: string; readonly estimate: string; readonly agreed: string };
  readonly keep: string;
  /** Contains `{address}`. */
  readonly contact: string;
  /** The name of the form when the catalogue has no title. */
  readonly form: string;
  readonly language: string;
  /** The names of the studio's legal texts. */
  readonly legal: { readonly imprint: string; readonly privacy: string; readonly notice: string };
  /** For a link to a status page that is not valid. */
  readonly notFound: Announcement;
  /** For any other address without a page. */
  readonly noPage: Announcement;
  readonly tooMany: Announcement;
  readonly unavailable: Announcement;
}
