import { readStoredStudio } from '../document/stored-studio.ts';
import type { Studio } from '../document/studio.ts';

/** Of the published document and the drafts around it. Each has at most a MiB. */
const mostKnown = 4;

const known = new Map<string, Studio>();

/** Returns the document of a stored text. An autosave reads the same texts again and again, and each is parsed once. */
export function documentIn(text: string): Studio {
  return remember(text, known.get(text) ?? readStoredStudio(JSON.parse(text)).studio);
}

/** Returns the text under which a checked document is stored. */
export function textOf(document: Studio): string {
  const text = JSON.stringify(document);
  remember(text, document);
  return text;
}

function remember(text: string, document: Studio): Studio {
  known.delete(text);
  known.set(text, document);
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) break;
    known.delete(oldest);
  }
  return document;
}
