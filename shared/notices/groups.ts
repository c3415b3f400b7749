import * as z from 'zod/mini';

/** The subject of a notice. Members choose by group what is mailed and what reaches their devices (rule 140). */
export const NoticeGroup = z.enum(['deliveries', 'messages', 'account', 'alerts']);
export type NoticeGroup = z.infer<typeof NoticeGroup>;
