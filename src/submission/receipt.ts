/** What a customer is told of a stored request. */
export interface Receipt {
  readonly id: string;
  readonly createdAt: Date;
}
