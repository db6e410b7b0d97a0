import { createHash } from 'node:crypto';
import { zonedTime } from '../../platform/language/zoned-time.ts';

/**
 * The script of the status page, inlined so that one request loads the page. It shows each time in the reader's time
 * zone. Without it they stay in UTC, which they name.
 */
export const statusScript = `for (const time of document.querySelectorAll('time[data-locale]')) {
  time.textContent = new Intl.DateTimeFormat(time.dataset.locale, ${JSON.stringify(zonedTime)}).format(new Date(time.dateTime));
}`;

/** The source that allows the script in a policy (Content Security Policy Level 3, section 2.3.1). */
export const statusScriptSource = `'sha256-${createHash('sha256').update(statusScript).digest('base64')}'`;
