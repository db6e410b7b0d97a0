import { useFormWords } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import type { SentStudio } from '../draft/draft-shapes.ts';
import type { SavedModel } from './saved-model.ts';

/** Returns what saves the queue or the guard. The response of the service is then shown. */
export function useSaveAtOnce(key: 'queue' | 'guard', model: SavedModel): () => Promise<boolean> {
  const { call, toasts } = useInbox();
  const { text } = useFormWords();
  return async () => {
    const body = { [key]: model.state.value.document[key] };
    const isSaved = await model.save(async () => {
      const { document } = await call<SentStudio>('PATCH', '/studio', { body });
      return document[key];
    });
    if (isSaved) toasts.show({ text: text('savedAtOnce') });
    return isSaved;
  };
}
