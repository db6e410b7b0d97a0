import { expect, it } from 'vitest';
import { isTimeZone } from './time-zone.ts';

it.each([
  'UTC',
  'Etc/UTC',
  'Europe/Berlin',
  'Europe/Kyiv',
  'Europe/Kiev',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'America/Argentina/Buenos_Aires',
])('%s is a time zone', (name) => expect(isTimeZone(name)).toBe(true));

it.each(['', '/', 'Mars/Olympus', 'IST', 'PST', '+05:30', 'Europe', 'Europe/Berlin '])('%j is none', (name) =>
  expect(isTimeZone(name)).toBe(false),
);
