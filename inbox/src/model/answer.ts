import type { Amount } from './request-price.ts';

/** The answer to a customer with a decision, beside the status page. */
export interface Answer {
  /** Empty for an answer without words. */
  readonly words: string;
  /**
   * `message`: the words go by mail, instead of the usual one about the status. `usual`: the usual mail, and the words are
   * on the status page. `none`: no mail, and the words are on the status page.
   */
  readonly mail: 'message' | 'usual' | 'none';
  /** `YYYY-MM-DD`. Left out for a decision without a due date. */
  readonly dueOn?: string | null;
  /** Left out for a decision that leaves the price as it is. */
  readonly price?: Amount | null;
  /** Whether the public queue shows the name that the customer chose. Left out without such a name. */
  readonly queueNameShown?: boolean;
}
