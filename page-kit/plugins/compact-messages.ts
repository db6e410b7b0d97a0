import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

/** Builds each language except English as an array of texts in English's order. Keys would be a third of the size. */
export function compactMessages(folder: string): Plugin {
  const keys = Object.keys(read(folder, 'en'));
  return messages(folder, (texts) => {
    const inOrder = JSON.stringify(keys.map((key) => texts[key]));
    return `import en from ${JSON.stringify(join(folder, 'en.json'))};
const texts = ${inOrder};
export default Object.fromEntries(Object.keys(en).map((key, index) => [key, texts[index]]));`;
  });
}

/** Builds each language with its keys, where English is not loaded anyway: it would be one request more. */
export function wholeMessages(folder: string): Plugin {
  return messages(folder, (texts) => `export default ${JSON.stringify(texts)};`);
}

type Texts = Readonly<Record<string, unknown>>;

function messages(folder: string, sourceOf: (texts: Texts) => string): Plugin {
  const prefix = `\0${basename(folder)}:`;
  return {
    name: `messages-${basename(folder)}`,
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      const language = basename(source, '.json');
      return source.endsWith(`/${basename(folder)}/${language}.json`) && language !== 'en' ? prefix + language : null;
    },
    load: (id) => (id.startsWith(prefix) ? sourceOf(read(folder, id.slice(prefix.length))) : null),
  };
}

function read(folder: string, language: string): Texts {
  return JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));
}
