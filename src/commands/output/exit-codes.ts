/** The exit codes of all commands. The help of a command explains its own codes. */
export const exitCodes = {
  done: 0,
  failed: 1,
  /** Wrong arguments. Nothing was done. */
  usage: 2,
  /** A comparison found differences, and printed them. */
  differences: 2,
  /** Done, but something needs attention. */
  incomplete: 3,
  /** 128 plus the number of the signal, as in shells. */
  hungUp: 129,
  interrupted: 130,
  closedPipe: 141,
  terminated: 143,
} as const;
