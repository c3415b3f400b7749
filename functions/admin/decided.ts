import type { Decided } from '#functions/mail/mails.ts';
import type { LogTarget } from '#shared/admin/contract.ts';

/** The facts of the mail about a restriction of this subject (rule 179). */
export const decided = (kind: LogTarget, id: string): Decided => ({ origin: 'check', about: `${kind}:${id}` });
