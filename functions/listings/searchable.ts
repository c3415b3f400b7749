import type { queryOf } from '#functions/platform/http/list.ts';

/** The query of an owner's list, limited to listings that may be in search: approved and active. */
export const searchable = (query: ReturnType<typeof queryOf>) => ({
  ...query,
  FilterExpression: '#record.#status = :active AND #record.#admin = :approved',
  ExpressionAttributeNames: { '#record': 'record', '#status': 'status', '#admin': 'adminStatus' },
  ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':active': 'active', ':approved': 'approved' },
});
