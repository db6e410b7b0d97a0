const maxTitleCharacters = 50;

/** The first line that says something, as its name. */
export function templateTitle(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  const characters = [...line.trim()];
  return characters.length > maxTitleCharacters ? `${characters.slice(0, maxTitleCharacters).join('')}…` : line.trim();
}

/** With a template put in: what was typed stays above it. */
export function withTemplate(typed: string, template: string): string {
  return typed.trim() === '' ? template : `${typed.trimEnd()}\n\n${template}`;
}
