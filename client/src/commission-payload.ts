/** What is asked for. The service checks every rule (docs/api.md, Payload) and names each that is broken. */
export interface CommissionPayload {
  readonly customerName: string;
  readonly customerEmail: string;
  readonly message: string;
  readonly customerSocials?: string | null;
  readonly typeId?: string | null;
  readonly optionId?: string | null;
  readonly extraIds?: readonly string[];
  /** Ignored by a service of the earlier revision. */
  readonly customCardId?: string | null;
}
