import { useInbox } from '../../model/inbox-context.ts';
import { useLoaded } from '../../parts/loaded-part.tsx';
import type { SentStudio } from '../draft/draft-shapes.ts';
import type { SavedKey } from '../draft/saved-keys.ts';
import { createSavedModel } from './saved-model.ts';

/** The settings of a page, loaded from the service. */
export function useSavedModel(key: SavedKey) {
  const { call } = useInbox();
  return useLoaded(async () => createSavedModel(key, await call<SentStudio>('GET', '/studio')));
}
