/** How a time is written with its zone. The receipt and the status page write the same time in the same words. */
export const zonedTime = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions;
