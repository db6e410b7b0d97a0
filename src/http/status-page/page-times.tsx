import { zonedTime } from '../../platform/language/zoned-time.ts';

/** In UTC and labelled as UTC, because the service does not know the reader's time zone. The page's script knows it. */
export function ZonedTime({ of, locale }: { readonly of: Date; readonly locale: string }) {
  return (
    <time dateTime={of.toISOString()} data-locale={locale}>
      {new Intl.DateTimeFormat(locale, { ...zonedTime, timeZone: 'UTC' }).format(of)}
    </time>
  );
}

/** @param of `YYYY-MM-DD`, a day of a calendar. */
export function Day({ of, locale }: { readonly of: string; readonly locale: string }) {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return <time dateTime={of}>{format.format(new Date(`${of}T00:00:00Z`))}</time>;
}

/** @param of `YYYY-MM` */
export function Month({ of, locale }: { readonly of: string; readonly locale: string }) {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return <time dateTime={of}>{format.format(new Date(`${of}-01T00:00:00Z`))}</time>;
}
