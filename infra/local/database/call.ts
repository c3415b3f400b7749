import type { Want } from '../iam/access.ts';

/** A call of the table that its caller may make, with the rights that it needs: one for each part of a transaction. */
export interface TableCall {
  readonly operation: string;
  readonly input: unknown;
  readonly wants: readonly Want[];
}

export interface TableReply {
  readonly status: number;
  readonly body: string;
}

export type Ask = (operation: string, input: unknown) => Promise<TableReply>;
