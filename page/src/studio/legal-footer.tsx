import type { CatalogueLegal, CatalogueText } from '../../../client/src/commission-client.ts';
import { webAddress } from '../../../client/src/web-address.ts';
import { CatalogueWords } from '../language/catalogue-words.tsx';
import { useLaterTranslator } from '../language/translator-context.ts';

const kinds = ['imprint', 'privacy', 'notice'] as const;

/** Texts that the law asks for: each opens here, or is a link when it is only an address (S27). */
export function LegalFooter({ legal }: { legal: CatalogueLegal }) {
  const { text, ofCatalogue } = useLaterTranslator();
  const shown = kinds.flatMap((kind) => {
    const words = legal[kind];
    return words === null ? [] : [{ kind, words, address: addressIn(ofCatalogue(words)) }];
  });
  if (shown.length === 0) return null;
  return (
    <footer class="legal" part="legal">
      {shown.map(({ kind, words, address }) =>
        address === null ? (
          <LegalText key={kind} name={text(kind)} words={words} />
        ) : (
          <a key={kind} href={address} target="_blank" rel="noopener noreferrer">
            {text(kind)}
          </a>
        ),
      )}
    </footer>
  );
}

function LegalText({ name, words }: { name: string; words: CatalogueText }) {
  return (
    <details>
      <summary>{name}</summary>
      <div class="prose">
        <CatalogueWords text={words} />
      </div>
    </details>
  );
}

/** Returns null for a text that is more than an address, and for addresses of other schemes. */
function addressIn(words: string): string | null {
  const text = words.trim();
  return /^https?:\/\/\S+$/i.test(text) ? webAddress(text, text) : null;
}
