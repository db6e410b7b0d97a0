#!/usr/bin/env node
import { rejectedNode } from './node-version.ts';

// All else is loaded behind this: an older Node would end in a stack trace at the first line that it cannot read.
const fault = rejectedNode(process.versions.node);
if (fault === null) {
  const { run } = await import('./run.ts');
  await run(process.argv.slice(2));
} else {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
