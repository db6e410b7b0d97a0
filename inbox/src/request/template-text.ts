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

/** The values of the placeholders `{name}`, `{number}` and `{due}` in templates. Null for an unknown one. */
export interface TemplateValues {
  readonly name: string;
  readonly number: string;
  readonly due: string | null;
}

/** Fills the placeholders in. One without a value stays visible. */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template.replace(
    /\{(name|number|due)\}/g,
    (placeholder, key: keyof TemplateValues) => values[key] ?? placeholder,
  );
}

/** Returns true where the due date is still to be filled in. */
export const lacksDue = (text: string): boolean => text.includes('{due}');

/** Replaces the due date that was filled in by another one. */
export function withDue(text: string, before: string | null, due: string | null): string {
  if (due === null) return text;
  return before === null ? text.replaceAll('{due}', due) : text.replaceAll(before, due).replaceAll('{due}', due);
}
