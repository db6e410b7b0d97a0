import type { InboxResults } from '../inbox/measure-inbox.ts';
import { median, percentile } from '../statistics.ts';
import { figure, markdownTable, ratio } from './markdown.ts';

/** Returns a table with the operators' waiting times and the cost for the customers. */
export function inboxTable(results: InboxResults): string {
  const { cold, warm, listCpuMs, exported, intakeRatios, searchLagMs, requests } = results;
  const head = ['inbox call', 'calls', 'p50 ms', 'p95 ms', 'p50 ms, cold', 'p95 ms, cold'];
  const row = (name: string, times: readonly number[], coldTimes: readonly number[]) => [
    name,
    String(times.length),
    ...[times, coldTimes].flatMap((all) => [figure(percentile(all, 50)), figure(percentile(all, 95))]),
  ];
  const calls = [...warm.calls.times].map(([name, times]) => row(name, times, cold.calls.times.get(name) ?? []));
  const facts = [
    ['requests in the tables', requests.toLocaleString('en')],
    ['calls with a 503, warm and cold', `${warm.calls.unavailable} and ${cold.calls.unavailable}`],
    ['CPU ms of a first page with its counts', figure(listCpuMs)],
    ['rows of an export', exported.rows.toLocaleString('en')],
    ['seconds of an export', figure(exported.wallMs / 1000)],
    ['most resident MiB during an export (before it)', `${figure(exported.peakMiB)} (${figure(exported.idleMiB)})`],
    ["the intake's rate with operators at work (median ratio)", ratio(median(intakeRatios))],
    ['search rows behind 200 submissions a second, ms', figure(searchLagMs)],
  ];
  return [
    markdownTable(head, 1, [...calls, row('(a submission)', warm.submissions, cold.submissions)]),
    markdownTable(['inbox', 'figure'], 1, facts),
  ].join('\n\n');
}
