import { answer, commit, gone } from '#functions/outcome.ts';
import { subjectOf } from '#functions/platform/derived.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { withoutAlertMails } from '#shared/notices/choices.ts';
import type { noticeRoutes } from '#shared/notices/contract.ts';
import { goneStopPage, stopPage, stoppedPage } from './stop-pages.ts';

export function noticeHandlers({ table }: Deps): Handlers<typeof noticeRoutes> {
  const profiles = profileRepository(table);

  /** The member of a link in a mail of alerts; undefined for a forged link and for a deleted account. */
  const memberOf = async (token: string) => {
    const memberId = subjectOf('stop', token);
    return memberId === undefined ? undefined : profiles.read(memberId);
  };

  return {
    mailStop: async ({ params: { token } }) => ((await memberOf(token)) ? answer(stopPage()) : gone(goneStopPage())),

    stopMails: async ({ params: { token } }) => {
      const member = await memberOf(token);
      if (!member) return gone(goneStopPage());
      return commit(stoppedPage(), [profiles.chooseNotices(member.id, withoutAlertMails(member.noticeChoices))]);
    },
  };
}
