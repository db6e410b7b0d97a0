/** The first match counts, because most user agents contain the names of other browsers. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.* Safari\//],
] as const;

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** The browser and the system of a session. */
interface BrowserNames {
  readonly browser: string;
  /** Null when the system is unknown. */
  readonly system: string | null;
}

/** Returns the names in a `User-Agent`, or null when the browser is unknown. */
export function browserNames(userAgent: string): BrowserNames | null {
  const [browser] = browsers.find(([, pattern]) => pattern.test(userAgent)) ?? [];
  const [system = null] = systems.find(([, pattern]) => pattern.test(userAgent)) ?? [];
  return browser === undefined ? null : { browser, system };
}

/** Returns both names, or the whole value when the browser is unknown. */
export function browserName(userAgent: string): string {
  const { browser = userAgent, system = null } = browserNames(userAgent) ?? {};
  return system === null ? browser : `${browser} · ${system}`;
}

/** Returns true for a telephone or a tablet. */
export const isHandheld = (system: string | null): boolean => ['iPhone', 'iPad', 'Android'].includes(system ?? '');
