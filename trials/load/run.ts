import { parseArgs } from 'node:util';
import { readCount } from '../service/options.ts';
import { conclude, type Promised } from '../service/verdict.ts';
import { challenges } from './challenges.ts';
import { exports } from './exports.ts';
import { files } from './files/scene.ts';
import { flood } from './flood.ts';
import { playFormDetails } from './hostile/form-details.ts';
import { hostile } from './hostile/scene.ts';
import { memory } from './memory.ts';
import { slowClients } from './slow-clients/scene.ts';

interface Scene {
  readonly name: string;
  /** The option that says how much happens, and its usual value. */
  readonly option: string;
  readonly usual: number;
  /** Its value with `--short`, which plays no scene without one. */
  readonly short?: number;
  /** The thing that the option counts, for the help. */
  readonly counts: string;
  play(count: number): Promise<readonly Promised[]>;
}

/** In the order in which they are played. */
const scenes: readonly Scene[] = [
  { name: 'flood', option: 'forms', usual: 20_000, short: 1000, counts: 'forms without a proof', play: flood },
  {
    name: 'challenges',
    option: 'challenges',
    usual: 50_000,
    short: 5000,
    counts: 'no forms behind them',
    play: challenges,
  },
  { name: 'memory', option: 'uploads', usual: 64, short: 8, counts: 'uploads of 100 MiB at once', play: memory },
  {
    name: 'slow-clients',
    option: 'connections',
    usual: 5000,
    short: 500,
    counts: 'half-sent forms',
    play: slowClients,
  },
  { name: 'hostile', option: 'times', usual: 20, counts: 'of each expensive request', play: hostile },
  {
    name: 'form-details',
    option: 'parts',
    usual: 200,
    counts: 'of the worst parts commission-form',
    play: playFormDetails,
  },
  { name: 'exports', option: 'requests', usual: 250_000, counts: 'requests in each export', play: exports },
  { name: 'files', option: 'gibibytes', usual: 4, counts: 'of a zip, after previews', play: files },
];

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    short: { type: 'boolean' },
    scene: { type: 'string', multiple: true },
    ...Object.fromEntries(scenes.map(({ option }) => [option, { type: 'string' as const }])),
  },
});
const { help, short: isShort, scene: names } = values;
const given = new Map(
  Object.entries(values).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
);

if (help) printHelp();
else {
  const played = (names?.map(sceneOf) ?? scenes).filter(({ short }) => !isShort || short !== undefined);
  const unused = [...given.keys()].find((option) => !played.some((scene) => scene.option === option));
  if (unused !== undefined) throw new Error(`--${unused} belongs to no scene that is played`);
  const usualOf = ({ usual, short = usual }: Scene) => (isShort ? short : usual);
  const plan = played.map((scene) => ({
    scene,
    count: readCount(scene.option, given.get(scene.option), usualOf(scene)),
  }));
  if (plan.length === 0) throw new Error('There is no short form of these scenes');
  for (const { scene, count } of plan) {
    console.log(`\n${scene.name}, --${scene.option} ${count}`);
    conclude(await scene.play(count));
  }
}

/** @throws {Error} When there is no scene of this name. */
function sceneOf(name: string): Scene {
  const known = scenes.find((scene) => scene.name === name);
  if (known) return known;
  throw new Error(`--scene must be one of ${scenes.map((scene) => scene.name).join(', ')}`);
}

function printHelp(): void {
  console.log('npm run load -- [--scene NAME]… [--short] [OPTION]…   plays these scenes, or all of them\n');
  for (const { name, option, usual, counts } of scenes)
    console.log(`  --scene ${name.padEnd(13)} --${`${option} ${usual}`.padEnd(18)} ${counts}`);
}
