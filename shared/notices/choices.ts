import * as z from 'zod/mini';

/** The subject of a notice. Members choose by group what is mailed and what reaches their devices (rule 140). */
export const NoticeGroup = z.enum(['deliveries', 'messages', 'account', 'alerts']);
export type NoticeGroup = z.infer<typeof NoticeGroup>;

const choice = z.optional(z.boolean());
const byGroup = z.object({ deliveries: choice, messages: choice, account: choice, alerts: choice } satisfies Record<
  NoticeGroup,
  unknown
>);

/** A member's choices by group, for mails and for their devices. Both are on unless chosen otherwise (rule 140). */
export const NoticeChoices = z.object({ mail: z.optional(byGroup), push: z.optional(byGroup) });
export type NoticeChoices = z.infer<typeof NoticeChoices>;

export const isPushWanted = (choices: NoticeChoices | undefined, group: NoticeGroup): boolean =>
  choices?.push?.[group] ?? true;

export const withoutAlertMails = (choices: NoticeChoices = {}): NoticeChoices => ({
  ...choices,
  mail: { ...choices.mail, alerts: false },
});
