/** Returns a line for each text. Names may have commas and semicolons, and what they have of line ends becomes a blank. */
export function lineForEach(texts: readonly string[]): string {
  return texts.map((one) => one.replaceAll(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ')).join('\n');
}
