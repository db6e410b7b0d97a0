/** The client closed or lost the connection before its request had arrived whole: nobody is left to answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';

  constructor() {
    super('The client went away before the request had arrived whole');
  }
}
