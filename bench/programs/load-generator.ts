import type { Form } from '../form.ts';
import type { SubmissionJob } from '../load-job.ts';
import { createSubmissionRequest, type SubmissionRequest } from '../submission-request.ts';
import { openCustomer } from './customer.ts';
import { serveJobs, timeJob } from './serve-jobs.ts';

/**
 * The program that sends submissions. It runs in its own process, so that its CPU time is not counted as the server's.
 */
serveJobs(async (job: SubmissionJob) => {
  const requests = job.forms.map(requestOf);
  return timeJob(job, (next, onResponse) => {
    const nextRequest = () => {
      const index = next();
      return index === null ? null : (requests[index % requests.length] ?? null);
    };
    return openCustomer({ port: job.port, next: nextRequest, onResponse });
  });
});

const made = new Map<string, SubmissionRequest>();

function requestOf(form: Form): SubmissionRequest {
  const key = JSON.stringify(form);
  const request = made.get(key) ?? createSubmissionRequest(form);
  made.set(key, request);
  return request;
}
