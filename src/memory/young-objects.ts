import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 give young objects all of their space (16 MiB) as soon as it needs more. By default the space doubles step by
 * step, and the objects of a large payload are copied at each step.
 */
export function growYoungSpaceAtOnce(): void {
  setFlagsFromString('--semi-space-growth-factor=16');
}
