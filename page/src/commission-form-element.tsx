import { render } from 'preact';
import { App } from './app.tsx';
import css from './styles/form.css?inline';

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

/**
 * `<commission-form endpoint="https://example.org/studio/">`: the whole form, in a shadow tree.
 *
 * Attributes: `endpoint`, the service's address with its public path, `./` unless given; `lang`, one of the form's
 * languages, else the browser's; `heading-level`, 1 to 5, 2 unless given. Fires `commission-sent` with the receipt as its `detail`.
 */
export class CommissionFormElement extends HTMLElement {
  static readonly observedAttributes = ['endpoint', 'lang', 'heading-level'];

  readonly #root = this.attachShadow({ mode: 'open' });

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [sheet];
    this.#show();
  }

  disconnectedCallback(): void {
    render(null, this.#root);
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#show();
  }

  #show(): void {
    const endpoint = new URL(this.getAttribute('endpoint') || './', document.baseURI).href;
    const level = Math.min(Math.max(Math.trunc(Number(this.getAttribute('heading-level') ?? 2)) || 2, 1), 5);
    const fire = (name: string, detail: unknown) =>
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    render(<App key={endpoint} endpoint={endpoint} lang={this.lang} headingLevel={level} fire={fire} />, this.#root);
  }
}
