/** The limits of one submission. Lengths are in Unicode code points. */
export interface Limits {
  readonly files: { readonly maxCount: number; readonly maxBytes: number };
  readonly request: { readonly maxBytes: number };
  readonly payload: {
    /** A service with revision `earlier` ignores `customCardId`. */
    readonly revision: 'earlier' | 'later';
    readonly customerName: { readonly minLength: number; readonly maxLength: number };
    readonly customerEmail: { readonly maxLength: number };
    readonly customerSocials: { readonly maxLength: number };
    readonly message: { readonly minLength: number; readonly maxLength: number };
  };
}
