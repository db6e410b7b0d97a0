/** The attachment's stream held more or fewer bytes than the attachment says. */
export class WrongSizeError extends Error {
  override readonly name = 'WrongSizeError';

  constructor(expectedBytes: number) {
    super(`The content is not the announced ${expectedBytes} bytes long`);
  }
}

/** The attachment's stream held other bytes than the attachment's SHA-256 says. */
export class WrongDigestError extends Error {
  override readonly name = 'WrongDigestError';

  constructor() {
    super('The content does not have the announced SHA-256');
  }
}
