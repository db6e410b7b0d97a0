import type { TrialPicture } from './pictures.ts';

/**
 * Sends a form with these files, as a customer does.
 * @returns The id of the request.
 */
export async function send(port: number, files: readonly TrialPicture[]): Promise<string> {
  const form = new FormData();
  const payload = { customerName: 'Ada Example', customerEmail: 'ada@example.org', message: 'A portrait of my cat' };
  form.set('payload', JSON.stringify(payload));
  for (const { name, type, bytes } of files) form.append('files', new File([bytes], name, { type }));
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/commissions`, { method: 'POST', body: form });
  if (response.status !== 201) throw new Error(`The form was answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}
