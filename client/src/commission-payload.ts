/** The content of a form. The service checks every rule (docs/api.md, Payload) and reports each broken rule. */
export interface CommissionPayload {
  readonly customerName: string;
  readonly customerEmail: string;
  readonly message: string;
  readonly customerSocials?: string | null;
  readonly typeId?: string | null;
  readonly optionId?: string | null;
  readonly extraIds?: readonly string[];
  /** A service with the earlier payload revision ignores this field. */
  readonly customCardId?: string | null;
}
