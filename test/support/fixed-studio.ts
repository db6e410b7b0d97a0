import { type StudioSource, servedStudio } from '../../src/studio/document/served-studio.ts';
import { emptyStudio, type Studio } from '../../src/studio/document/studio.ts';

/** A source that always knows this studio. */
export function fixedStudio(studio: Studio = emptyStudio): StudioSource {
  const served = servedStudio({ studio, keys: Object.keys(studio) as (keyof Studio)[] }, null);
  return { current: () => served, known: () => served };
}
