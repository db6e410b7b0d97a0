/** How a time is written with its zone. The receipt, the status page and mails to owners write a time in the same words. */
export const zonedTime = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions;
