/** One sample of the text format of Prometheus. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Resolves with all samples that the listener shows. */
export async function scrape(address: string | null, token?: string): Promise<readonly Sample[]> {
  if (address === null) throw new Error('The service has no metrics');
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${address}/metrics`, { headers });
  if (response.status !== 200) throw new Error(`The metrics responded with ${response.status}`);
  return samplesOf(await response.text());
}

function samplesOf(text: string): readonly Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text]);
    return { name, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

/** Returns the value of the only sample with this name and these labels, or null without one. */
export function sampleValue(samples: readonly Sample[], name: string, labels: Sample['labels'] = {}): number | null {
  const isMeant = (sample: Sample) => Object.entries(labels).every(([label, text]) => sample.labels[label] === text);
  const found = samples.filter((sample) => sample.name === name && isMeant(sample));
  if (found.length > 1) throw new Error(`${name} has ${found.length} samples`);
  return found[0]?.value ?? null;
}
