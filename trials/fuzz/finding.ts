/** A violation of a rule. */
export class Finding extends Error {
  override readonly name = 'Finding';
  /** The rule that was broken. There are few rules, so that findings can be grouped. */
  readonly rule: string;

  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`);
    this.rule = rule;
  }
}
