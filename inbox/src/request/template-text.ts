const maxTitleCharacters = 50;

/** Returns the first line that is not blank, as the template's title. */
export function templateTitle(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  const characters = [...line.trim()];
  return characters.length > maxTitleCharacters ? `${characters.slice(0, maxTitleCharacters).join('')}…` : line.trim();
}

/** Appends a template to the typed text. */
export function withTemplate(typed: string, template: string): string {
  return typed.trim() === '' ? template : `${typed.trimEnd()}\n\n${template}`;
}
