import { expression } from '#functions/platform/table.ts';

/** The listing may be in search: it is approved and active. */
export const searchable = expression`#record.#status = ${'active'} AND #record.#adminStatus = ${'approved'}`;
