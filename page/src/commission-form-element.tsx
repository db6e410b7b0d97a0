import { render } from 'preact';
import { webAddress } from '../../client/src/web-address.ts';
import { App } from './app.tsx';
import { pairStyle, withPairs } from './colour-pairs.ts';
import { createTextKeeper } from './kept-texts.ts';
import { surroundingStyle } from './page-colours.ts';
import css from './styles/form.css?inline';

const sheet = new CSSStyleSheet();
sheet.replaceSync(withPairs(css));

/**
 * `<commission-form endpoint="https://example.org/studio/">`: the whole form, in a shadow tree.
 *
 * Attributes, parts, events and custom properties: docs/page.md.
 */
export class CommissionFormElement extends HTMLElement {
  static readonly observedAttributes = [
    'endpoint',
    'lang',
    'heading-level',
    'contact',
    'prefill',
    'hide-title',
    'hide-language',
  ];

  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #surroundings = new CSSStyleSheet();
  readonly #added = new Map<string, CSSStyleSheet>();
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  /** Pages change their theme by an attribute of the root or the body. */
  readonly #themes = new MutationObserver(() => this.#followSurroundings());
  readonly #texts = createTextKeeper();
  /** A submission, while one is under way. */
  #underWay: Promise<void> = Promise.resolve();

  connectedCallback(): void {
    this.#adoptStyles();
    this.#dark.addEventListener('change', this.#followSurroundings);
    for (const one of [document.documentElement, document.body]) this.#themes.observe(one, { attributes: true });
    this.#texts.observe(this.#root, { childList: true, subtree: true });
    this.#followSurroundings();
    this.#show();
  }

  readonly #addStyle = (name: string, css: string): void => {
    const added = this.#added.get(name) ?? new CSSStyleSheet();
    added.replaceSync(withPairs(css));
    this.#added.set(name, added);
    this.#adoptStyles();
  };

  #adoptStyles(): void {
    this.#root.adoptedStyleSheets = [sheet, this.#surroundings, ...this.#added.values()];
  }

  readonly #followSurroundings = (): void => {
    const style = withPairs(surroundingStyle(this));
    this.#surroundings.replaceSync(style);
    this.#surroundings.replaceSync(style + pairStyle(this));
  };

  /** A page that moves the element takes it out first. Requests on their way go on, also when it comes back. */
  async disconnectedCallback(): Promise<void> {
    await this.#underWay;
    if (this.isConnected) return;
    this.#dark.removeEventListener('change', this.#followSurroundings);
    this.#themes.disconnect();
    this.#texts.disconnect();
    render(null, this.#root);
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#show();
  }

  #show(): void {
    const endpoint = webAddress(this.getAttribute('endpoint') || './', document.baseURI);
    if (endpoint === null) {
      this.#showFault();
      return;
    }
    const level = Math.min(Math.max(Math.trunc(Number(this.getAttribute('heading-level') ?? 2)) || 2, 1), 5);
    const fire = (name: string, detail: unknown) =>
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    render(
      <App
        key={endpoint}
        endpoint={endpoint}
        lang={this.lang}
        limits={this.getAttribute('limits')}
        headingLevel={level}
        contact={this.getAttribute('contact')}
        prefill={this.getAttribute('prefill') ?? ''}
        hides={{ title: this.hasAttribute('hide-title'), language: this.hasAttribute('hide-language') }}
        fire={fire}
        keep={(underWay) => {
          this.#underWay = underWay;
        }}
        addStyle={this.#addStyle}
      />,
      this.#root,
    );
  }

  /** Shows the fault in English to the author of the page, and logs it to the console. */
  #showFault(): void {
    const fault = `<commission-form>: the endpoint "${this.getAttribute('endpoint')}" is not an http or https address`;
    console.error(fault);
    render(
      <p class="notice" role="alert" lang="en" dir="ltr">
        This form is not set up. {fault}.
      </p>,
      this.#root,
    );
  }
}

/** Defines the element once. A page may load the script twice. */
export function defineCommissionForm(): void {
  if (!customElements.get('commission-form')) customElements.define('commission-form', CommissionFormElement);
}
