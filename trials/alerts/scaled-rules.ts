/** Every duration of the alerts is a hundredth: a wait of ten minutes is six seconds. */
export const scale = 100;

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Matches a wait, a range with or without a step, and an offset. Numbers in an expression are not durations. */
const duration = /(\bfor: |\boffset |\[|(?<=\[\d+[smhd]):)(\d+)([smhd])\b/g;

/** Returns the file of alerts with shorter waits, ranges and offsets, and nothing else changed. */
export function scaledRules(file: string): string {
  return file.replace(duration, (_, before: string, count: string, unit: keyof typeof unitMs) => {
    return `${before}${(Number(count) * unitMs[unit]) / scale}ms`;
  });
}

/** Returns the names of the alerts, in the order of the file. */
export function alertNames(file: string): readonly string[] {
  return [...file.matchAll(/^ *- alert: (\w+)$/gm)].map(([, name = '']) => name);
}
