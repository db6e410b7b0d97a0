/** Something that must not happen. */
export class Finding extends Error {
  override readonly name = 'Finding';
  /** The rule that was broken: one of a few, so that findings can be told apart. */
  readonly rule: string;

  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`);
    this.rule = rule;
  }
}
