import type { CustomerTexts } from '../../../platform/language/customer-texts.ts';
import type { ShownStatus } from '../shown-status.ts';

/** A heading and the sentence below it. */
export interface Announcement {
  readonly title: string;
  readonly text: string;
}

/** The words about a status. */
export interface StatusText extends Announcement {
  /** The next step. Null when there is none. */
  readonly next: string | null;
}

/** The texts of the status page in one language. */
export type StatusMessages = Omit<CustomerTexts['statusPage'], 'statuses' | 'byOne'> & {
  readonly statuses: Readonly<Record<ShownStatus, StatusText>>;
  /** What differs when the studio is one person, who says "I". */
  readonly byOne: Readonly<Partial<Record<ShownStatus, Partial<StatusText>>>>;
};
