import { z } from 'zod';

const hex = z.string().regex(/^([0-9a-f]{2}){1,64}$/);

/** A solved challenge, as `altcha-lib` makes it. Its signature covers every parameter. */
const proofSchema = z.object({
  challenge: z.object({
    // Strict: a parameter that is left out would not be covered by the signature.
    parameters: z.strictObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      cost: z.int().min(1).max(10_000),
      data: z.strictObject({ until: z.int().min(0).max(8.64e15) }),
      keyLength: z.literal(32),
      keyPrefix: hex,
      nonce: hex,
      salt: hex,
    }),
    signature: hex,
  }),
  solution: z.object({
    counter: z
      .int()
      .min(0)
      .max(2 ** 32 - 1),
    derivedKey: hex,
  }),
});

export type Proof = z.output<typeof proofSchema>;

/** Reads a proof: JSON in base64. Returns null for anything else. */
export function readProof(text: string): Proof | null {
  try {
    return proofSchema.safeParse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
