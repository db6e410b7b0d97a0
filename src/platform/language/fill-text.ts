/** A text with `{placeholders}`, or one text for each plural category when it depends on a number. */
export type Message = string | PluralMessage;

export type PluralMessage = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Returns the text for a number of things. */
export function textForCount(message: Message, count: number, rules: () => Intl.PluralRules): string {
  return typeof message === 'string' ? message : (message[rules().select(count)] ?? message.other);
}

/** Replaces each `{name}` of a text by its value, as `write` writes it. A name without a value becomes empty. */
export function fillText<Value = string>(
  text: string,
  values: Readonly<Record<string, Value | undefined>>,
  write: (value: Value) => string = String,
): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return value === undefined ? '' : write(value);
  });
}
