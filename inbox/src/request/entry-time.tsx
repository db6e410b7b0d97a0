import { useFormats } from '../language/formats.ts';
import { useMinute } from '../parts/use-minute.ts';

/** How long ago it was, with the exact time for those who point at it. */
export function EntryTime({ at }: { readonly at: string }) {
  const { age, time } = useFormats();
  return (
    <time class="muted" dateTime={at} title={time(at)}>
      {age(at, useMinute())}
    </time>
  );
}
