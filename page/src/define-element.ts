import { CommissionFormElement } from './commission-form-element.tsx';

/** Defines the element once. A page may load the script twice. */
export function defineCommissionForm(): void {
  if (!customElements.get('commission-form')) customElements.define('commission-form', CommissionFormElement);
}
