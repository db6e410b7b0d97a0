import { describe, expect, it } from 'vitest';
import { clientTypes } from './shapes/client-types.ts';

describe("the client's types", () => {
  it('are those of the schemas', async () => {
    await expect(clientTypes()).toMatchFileSnapshot('../src/shapes.ts');
  });
});
