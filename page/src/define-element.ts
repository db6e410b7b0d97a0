import { CommissionFormElement } from './commission-form-element.tsx';

/** Does nothing the second time: a page may load the script in two places. */
export function defineCommissionForm(): void {
  if (!customElements.get('commission-form')) customElements.define('commission-form', CommissionFormElement);
}
