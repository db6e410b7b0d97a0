import type { CatalogueTerms } from '../../../client/src/commission-client.ts';
import { tagIn } from '../../../page-kit/language/translator.ts';
import type { AgreedVersion, Draft } from '../draft/draft.ts';

/** Returns the version that a reader of this language sees. */
export function shownVersion({ text, sha256 }: CatalogueTerms, language: string): AgreedVersion | null {
  const tag = typeof text === 'string' ? 'en' : (tagIn(text, language) ?? 'en');
  const hash = sha256[tag];
  return hash === undefined ? null : { sha256: hash, language: tag };
}

/** Returns the version that was agreed to. A text that has changed since is not agreed to. */
export function agreedVersion({ id, sha256 }: CatalogueTerms, { agreed }: Pick<Draft, 'agreed'>): AgreedVersion | null {
  const version = Object.hasOwn(agreed, id) ? agreed[id] : undefined;
  return version !== undefined && Object.values(sha256).includes(version.sha256) ? version : null;
}

export function isAgreed(terms: CatalogueTerms, draft: Pick<Draft, 'agreed'>): boolean {
  return agreedVersion(terms, draft) !== null;
}

export function termsTarget(index: number): string {
  return `terms-${index}`;
}
