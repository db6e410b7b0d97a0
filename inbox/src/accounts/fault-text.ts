import { ApiFailure } from '../api/api-failure.ts';
import { type AccountKey, type AccountTranslator, englishAccountMessages } from './account-messages.ts';

const isKey = (name: string): name is AccountKey => Object.hasOwn(englishAccountMessages, name);

/** Returns a sentence about the fault and its remedy. */
export function faultText({ text, region }: AccountTranslator, error: unknown): string {
  if (!(error instanceof ApiFailure)) return text('failed');
  if (error.kind === 'unreachable') return text('unreachable');
  const { problem, retryAfterS } = error;
  const named = (name: string) => text(isKey(name) ? name : 'failed', { wait: waitText(region, retryAfterS ?? 0) });
  const issues = [...new Set(problem?.issues?.map(({ code }) => code))];
  if (issues.length > 0) return issues.map((code) => named(`issue_${code}`)).join(' ');
  return named(`fault_${problem?.type.split(':').at(-1)}`);
}

/** Returns the names of the fields that the service does not accept. */
export function faultyFields(error: unknown): readonly string[] {
  const issues = error instanceof ApiFailure ? (error.problem?.issues ?? []) : [];
  return issues.map(({ path }) => path.slice(1));
}

function waitText(region: string, seconds: number): string {
  const isLong = seconds > 90;
  const unit = isLong ? 'minute' : 'second';
  const format = new Intl.NumberFormat(region, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(isLong ? Math.ceil(seconds / 60) : seconds);
}
