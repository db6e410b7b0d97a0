const colours = 8;

/** Returns the class of a label's colour. A label has the same colour everywhere. */
export function labelColour(label: string): string {
  let sum = 0;
  for (const character of label) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return `label-${sum % colours}`;
}
