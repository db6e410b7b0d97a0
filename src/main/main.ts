#!/usr/bin/env node
import { rejectedNode } from '../process/program/node-version.ts';

// Everything else is loaded after this check: an older Node would end in a stack trace at the first unknown syntax.
const fault = rejectedNode(process.versions.node);
if (fault === null) {
  const { run } = await import('./run.ts');
  await run(process.argv.slice(2));
} else {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
