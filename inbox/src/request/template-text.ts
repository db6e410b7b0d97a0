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

/** The values of the placeholders in templates, such as `{name}`. Null for an unknown one. */
export interface TemplateValues {
  readonly name: string;
  readonly number: string;
  readonly due: string | null;
  readonly price: string | null;
}

const placeholders = /\{(name|number|due|price)\}/g;

/** Fills the placeholders in. One without a value stays visible. */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template.replace(placeholders, (placeholder, key: keyof TemplateValues) => values[key] ?? placeholder);
}

/** As `fillTemplate`, without the lines of the values that are unknown. */
export function fillKnown(template: string, values: TemplateValues): string {
  const isKnown = (line: string) => [...line.matchAll(placeholders)].every(([, key]) => values[key as 'due'] !== null);
  const lines = template.split('\n').filter(isKnown).join('\n');
  return fillTemplate(lines.replaceAll(/\n{3,}/g, '\n\n'), values);
}

/** Returns the first value that is still to be filled in. */
export function missingValue(text: string): 'due' | 'price' | null {
  return (['due', 'price'] as const).find((key) => text.includes(`{${key}}`)) ?? null;
}

/** Replaces values that were filled in by others. */
export function withValues(text: string, before: TemplateValues, after: TemplateValues): string {
  return (['due', 'price'] as const).reduce((filled, key) => {
    const [old, next] = [before[key], after[key]];
    if (next === null || next === old) return filled;
    return (old === null ? filled : filled.replaceAll(old, next)).replaceAll(`{${key}}`, next);
  }, text);
}
