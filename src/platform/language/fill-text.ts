/** Replaces each `{name}` of a text by its value. A name without a value leaves nothing. */
export function fillText(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
