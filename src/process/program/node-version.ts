/** `engines` in package.json. */
const oldestMajor = 20;
const oldestMinor = 19;
const recommended = 'Node.js 24 (LTS)';

/** After these days a release line gets no more fixes (nodejs/Release, schedule.json). */
const lastDays: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

/** Returns why the service does not run on this Node, or null if it does. @param version As `process.versions.node`. */
export function rejectedNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `This is Node.js ${version}, and the service needs ${oldestMajor}.${oldestMinor} or later: install ${recommended}.`;
}

/** Returns a sentence when this Node gets no more security fixes, or null. Returns null for an unknown release line. */
export function unsupportedNode(version: string, now: Date): string | null {
  const major = Number.parseInt(version, 10);
  const lastDay = lastDays[major];
  if (lastDay === undefined || now.toISOString().slice(0, 10) <= lastDay) return null;
  return `Node.js ${major} has had no security fixes since ${lastDay}: use ${recommended}`;
}
