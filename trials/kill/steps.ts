/** A call of a replica to the database or to the object store. */
export type Call = Statement | ObjectCall;

export interface Statement {
  readonly kind: 'statement';
  /** The name of the prepared statement, or empty for a statement without one. */
  readonly name: string;
}

export interface ObjectCall {
  readonly kind: 'object';
  readonly method: string;
  /** The number of the file, from 1, and the number of files; null when the call is not a PUT. */
  readonly file: { readonly number: number; readonly of: number } | null;
}

/**
 * The moment of the process's death, relative to a call. `before`: the call is lost. `half`: half of the body has been
 * sent. `late`: the call arrives some time after its sender's death. `unheard`: the call was executed, but its sender
 * never received the response. `after`: the response arrived a moment ago.
 */
export type Moment = 'before' | 'half' | 'late' | 'unheard' | 'after';

/** A fault of an earlier call that makes a rare step occur. */
export interface Provocation {
  readonly on: (call: Call) => boolean;
  /** `lose-request` and `lose-answer` break the connection, `refuse` responds with 403, `stall` delays the call. */
  readonly fault: 'refuse' | 'stall' | 'lose-request' | 'lose-answer';
}

export interface Step {
  readonly name: string;
  readonly moments: readonly Moment[];
  readonly matches: (call: Call) => boolean;
  /** The customers whose submissions reach the step. */
  readonly senders: 'keyed' | 'keyless' | 'any';
  /**
   * The minimum number of rows in the response for `unheard` and `after`. A response without rows means that there was
   * no work.
   */
  readonly minRows: number;
  readonly provocation: Provocation | null;
}

const everyMoment: readonly Moment[] = ['before', 'late', 'unheard', 'after'];
const putMoments: readonly Moment[] = ['before', 'half', 'late', 'unheard', 'after'];

const isComplete = named('complete');
const isPut = (call: Call) => call.kind === 'object' && call.file !== null;
const isDelete = (call: Call) => call.kind === 'object' && call.method === 'DELETE';
const refusedPut: Provocation = { on: isPut, fault: 'refuse' };

/** Every call that a submission, its recovery and its deliveries make to the two stores. */
export const steps: readonly Step[] = [
  { ...step('begin without files', everyMoment, begun('begin')), senders: 'keyless' },
  { ...step('begin', everyMoment, begun('begin-intents')), senders: 'keyless' },
  { ...step('begin with a key, without files', everyMoment, begun('begin-keys')), senders: 'keyed' },
  { ...step('begin with a key', everyMoment, begun('begin-keys-intents')), senders: 'keyed' },
  { ...step('find the key', everyMoment, named('find-keys')), senders: 'keyed' },
  step(
    'put, the first',
    putMoments,
    put((number, of) => number === 1 && of > 1),
  ),
  step(
    'put, amid others',
    putMoments,
    put((number, of) => number > 1 && number < of),
  ),
  step(
    'put, the last',
    putMoments,
    put((number, of) => number === of),
  ),
  step('renew', ['before', 'unheard', 'after'], named('renew'), { on: isPut, fault: 'stall' }),
  step('complete', everyMoment, isComplete),
  step('take over', everyMoment, named('take-over'), { on: isComplete, fault: 'lose-request' }),
  step('look again', ['before', 'unheard', 'after'], named('is-submitted'), {
    on: isComplete,
    fault: 'lose-answer',
  }),
  { ...step('condemn', everyMoment, named('condemn'), refusedPut), senders: 'keyless' },
  { ...step('condemn with a key', everyMoment, named('condemn'), refusedPut), senders: 'keyed' },
  step('delete', everyMoment, isDelete, refusedPut),
  { ...step('claim due', everyMoment, named('claim-due'), refusedPut), minRows: 1 },
  step('forget', everyMoment, named('forget'), refusedPut),
  { ...step('claim deliveries', everyMoment, named('claim-deliveries-8')), minRows: 1 },
  step('finish a delivery', everyMoment, named('finish-deliveries')),
];

function step(
  name: string,
  moments: readonly Moment[],
  matches: (call: Call) => boolean,
  provocation: Provocation | null = null,
): Step {
  return { name, moments, matches, senders: 'any', minRows: 0, provocation };
}

function named(name: string) {
  return (call: Call) => call.kind === 'statement' && call.name === name;
}

/** The statement for one submission, or for a group of them. */
function begun(name: string) {
  const ofGroup = name.replace('begin', 'begin-group');
  return (call: Call) => call.kind === 'statement' && [name, ofGroup].includes(call.name ?? '');
}

function put(isMeant: (number: number, of: number) => boolean) {
  return (call: Call) => call.kind === 'object' && call.file !== null && isMeant(call.file.number, call.file.of);
}
