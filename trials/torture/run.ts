import { type Options, readOptions } from './options.ts';
import { runSchedule } from './run-schedule.ts';
import { openSimulatedDatabase, type SimulatedDatabase } from './simulated-database.ts';
import { createStage } from './stage.ts';
import { runTrial } from './trial.ts';

const say = (line: string) => console.log(line);
const startedAt = performance.now();
const options = readOptions(process.argv.slice(2));
const database = await openSimulatedDatabase();
try {
  const isPassed = await carryOut(options, database);
  say(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  process.exitCode = isPassed ? 0 : 1;
} finally {
  await database.close();
}

async function carryOut(asked: Options, on: SimulatedDatabase): Promise<boolean> {
  if (asked.kind === 'trial') return runTrial(on, asked.extent, say);
  const { violations, limits, trace } = await runSchedule(asked.plan, await createStage(on, asked.protocol));
  say(trace.join('\n'));
  for (const { text, when } of violations) say(`VIOLATION ${text} (${when})`);
  for (const { name, reason } of limits) say(`known limit met: ${name}: ${reason}`);
  return violations.length === 0;
}
