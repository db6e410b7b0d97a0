/** The form that each client sends: the payload as JSON text, and the files in this order. */
export interface Form {
  readonly payload: string;
  readonly files: readonly File[];
  readonly idempotencyKey: string;
}

export interface Submitted {
  readonly status: number;
  readonly id: string | undefined;
}

/** @param address The service's address without a path. */
export type Submit = (address: string, form: Form) => Promise<Submitted>;
