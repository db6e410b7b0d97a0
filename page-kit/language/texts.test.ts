import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flatTexts, type GroupedTexts, messageFaults } from './message-checks.ts';

const root = join(import.meta.dirname, '../../texts');

const textsIn = (folder: string, language: string): GroupedTexts =>
  JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8'));

const languagesIn = (folder: string) => readdirSync(join(root, folder)).map((file) => basename(file, '.json'));

/** A language with one word for "I" and "we" has no texts for a studio that is one person. */
const byOne = 'statusPage.byOne.';

describe.each(readdirSync(root))('the texts of %s', (folder) => {
  const english = flatTexts(textsIn(folder, 'en'));

  it.each(languagesIn(folder))('have in %s the keys, placeholders and plurals of that language', (language) => {
    const texts = flatTexts(textsIn(folder, language));
    const isSpared = (fault: string) =>
      fault.startsWith(byOne) && !Object.keys(texts).some((key) => key.startsWith(byOne));
    expect(messageFaults(language, texts, english).filter((fault) => !isSpared(fault))).toEqual([]);
  });
});
