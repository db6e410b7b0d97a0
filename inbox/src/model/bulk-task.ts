import type { RequestStatus } from '../api/shapes.ts';
import type { BulkRequest, ChangeOf } from './bulk-run.ts';
import { labelFault } from './labels.ts';

/** A change for all chosen requests. */
export type BulkTask =
  | { readonly kind: 'status'; readonly status: RequestStatus }
  | { readonly kind: 'add-label'; readonly label: string }
  | { readonly kind: 'remove-label'; readonly label: string };

/** Returns the function that gives the task's change for each request. */
export function changeBy(task: BulkTask): ChangeOf {
  return ({ status, labels }) => {
    if (task.kind === 'status') return status === task.status ? 'same' : { status: task.status };
    const has = labels.includes(task.label);
    if (task.kind === 'remove-label') {
      return has ? { labels: labels.filter((label) => label !== task.label) } : 'same';
    }
    if (has) return 'same';
    return labelFault(task.label, labels) === 'too-many' ? 'full' : { labels: [...labels, task.label] };
  };
}

/** Returns the requests and changes that undo a task. Each request is one version ahead since the task. */
export function undoOf(changed: readonly BulkRequest[], task: BulkTask) {
  const before = new Map(changed.map((request) => [request.id, request]));
  const requests = changed.map((request) => ({ ...request, version: request.version + 1 }));
  const changeOf: ChangeOf = ({ id }) => {
    const former = before.get(id);
    if (!former) return 'same';
    return task.kind === 'status' ? { status: former.status } : { labels: former.labels };
  };
  return { requests, changeOf };
}
