import { useInbox } from '../model/inbox-context.ts';
import { useLoaded } from './use-loaded.ts';

/** The customers' page, or null while it is asked for, and when the service does not know its address. */
export function useFormUrl(): string | null {
  const { call } = useInbox();
  const [form] = useLoaded(() => call<{ url: string | null }>('GET', '/form'));
  return form.name === 'loaded' ? form.value.url : null;
}
