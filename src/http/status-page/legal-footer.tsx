import type { StatusMessages } from '../../events/status-links/messages/status-messages.ts';
import { type Language, textIn } from '../../platform/language/languages.ts';
import type { Catalogue } from '../../studio/catalogue/catalogue.ts';
import { Paragraphs } from './paragraphs.tsx';

const kinds = ['imprint', 'privacy', 'notice'] as const;

interface LegalTextsProps {
  readonly catalogue: Catalogue;
  readonly messages: StatusMessages;
  readonly language: Language;
}

/** The legal texts: each opens below its title, or is a link when the whole text is an address (S27). */
export function LegalTexts({ catalogue: { legal }, messages, language }: LegalTextsProps) {
  return (
    <>
      {kinds.map((kind) => {
        const texts = legal?.[kind];
        return texts && <LegalText name={messages.legal[kind]} text={textIn(texts, language)} />;
      })}
    </>
  );
}

function LegalText({ name, text }: { readonly name: string; readonly text: string }) {
  const address = addressIn(text.trim());
  if (address === null) {
    return (
      <details>
        <summary>{name}</summary>
        <Paragraphs text={text} />
      </details>
    );
  }
  return (
    <p>
      <a href={address} rel="noopener noreferrer">
        {name}
      </a>
    </p>
  );
}

/** Returns null for a text that is more than an address, and for addresses of other schemes. */
function addressIn(text: string): string | null {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text).href : null;
}
