import type { z } from 'zod';

/** The type of the values that a schema describes. They are not changed. */
export type Shape<Schema extends z.ZodType> = Fixed<z.output<Schema>>;

type Fixed<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Fixed<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Fixed<T[Name]> }
      : T;
