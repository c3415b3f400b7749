/** The subject of a notice. Members choose by group what is mailed and what reaches their devices (rule 140). */
export type NoticeGroup = 'deliveries' | 'messages' | 'account' | 'alerts';
