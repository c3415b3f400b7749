import type { Want } from '../iam/access.ts';

/** A call of the table that its caller may make, with the rights that it needs: one for each part of a transaction. */
export interface TableCall {
  readonly operation: string;
  readonly input: unknown;
  readonly wants: readonly Want[];
}

/** An answer of DynamoDB. */
export interface TableReply {
  readonly status: number;
  readonly body: string;
}

/** Asks the engine. */
export type Ask = (operation: string, input: unknown) => Promise<TableReply>;
