import type { CatalogueTerms } from '../../../client/src/commission-client.ts';
import { CatalogueWords } from '../language/catalogue-words.tsx';
import { useLaterTranslator } from '../language/translator-context.ts';
import { Heading } from '../parts/heading.tsx';
import type { AskedPartProps } from './questions.tsx';
import { isAgreed, shownVersion, termsTarget } from './terms-versions.ts';

interface TermsProps extends AskedPartProps {
  /** The service's address. */
  readonly endpoint: string;
}

/** The terms, each with a box that is not ticked before (S24). */
export function Terms({ catalogue: { terms = [] }, form, endpoint, errorOf, onLeave }: TermsProps) {
  const { text } = useLaterTranslator();
  if (terms.length === 0) return null;
  return (
    <section class="panel" part="panel" aria-labelledby="terms">
      <Heading id="terms" depth={1}>
        {text('sectionTerms')}
      </Heading>
      {terms.map((one, index) => (
        <TermsBox
          key={one.id}
          terms={one}
          form={form}
          target={termsTarget(index)}
          error={errorOf(termsTarget(index))}
          onLeave={onLeave}
        />
      ))}
      <TermsTexts terms={terms} endpoint={endpoint} />
    </section>
  );
}

interface TermsBoxProps extends Pick<TermsProps, 'form' | 'onLeave'> {
  readonly terms: CatalogueTerms;
  readonly target: string;
  readonly error: string | undefined;
}

function TermsBox({ terms, form, target, error, onLeave }: TermsBoxProps) {
  const { text, language, ofCatalogue } = useLaterTranslator();
  return (
    <div class="terms" part="field">
      <label class="agree" part="label">
        <input
          id={target}
          type="checkbox"
          checked={isAgreed(terms, form.draft)}
          required={terms.required}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${target}-error` : undefined}
          onChange={({ currentTarget }) => {
            form.agree(terms.id, currentTarget.checked ? shownVersion(terms, language) : null);
            onLeave(target);
          }}
        />
        <span>
          {text('agree', { title: ofCatalogue(terms.title) })}{' '}
          {!terms.required && <span class="optional">({text('optional')})</span>}
        </span>
      </label>
      {error && (
        <p id={`${target}-error`} class="error" part="error">
          {error}
        </p>
      )}
    </div>
  );
}

interface TermsTextsProps extends Pick<TermsProps, 'endpoint'> {
  readonly terms: readonly CatalogueTerms[];
}

/** The texts, each with the address at which this version stays. One stop of the Tab key opens them all. */
export function TermsTexts({ terms, endpoint }: TermsTextsProps) {
  const { text, language, ofCatalogue } = useLaterTranslator();
  return (
    <details class="terms-text">
      <summary>{text('readTerms')}</summary>
      {terms.map((one) => {
        const version = shownVersion(one, language);
        return (
          <div key={one.id}>
            <strong>
              <CatalogueWords text={one.title} />
            </strong>
            <div class="prose">
              <CatalogueWords text={one.text} />
            </div>
            {version !== null && (
              <a href={new URL(`terms/${version.sha256}`, endpoint).href} target="_blank" rel="noopener noreferrer">
                {text('termsLink')} <span class="visually-hidden">{ofCatalogue(one.title)}</span>
              </a>
            )}
          </div>
        );
      })}
    </details>
  );
}
