/** Maximum recipients of one channel. */
export const mostRecipients = 20;

export const mailAudiences = ['operators', 'customers'] as const;

export const mailPaces = ['each', 'daily'] as const;

/** The default hour of a daily mail. */
export const defaultHour = 8;
