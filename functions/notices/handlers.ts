import { answer, commit, gone } from '#functions/outcome.ts';
import { subjectOf } from '#functions/platform/derived.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { withoutAlertMails } from '#shared/notices/choices.ts';
import type { noticeRoutes } from '#shared/notices/contract.ts';
import { deviceHandlers } from './device-handlers.ts';
import { listHandlers } from './list.ts';
import { goneStopPage, stopPage, stoppedPage } from './stop-pages.ts';

export function noticeHandlers(deps: Deps): Handlers<typeof noticeRoutes> {
  const profiles = profileRepository(deps.table);

  /** The member of a link in a mail of alerts; undefined for a forged link and for a deleted account. */
  const memberOf = async (token = '') => {
    const memberId = subjectOf('stop', token);
    return memberId === undefined ? undefined : profiles.read(memberId);
  };

  return {
    ...listHandlers(deps),
    ...deviceHandlers(deps),

    mailStop: async ({ query }) => {
      const member = await memberOf(query.token);
      return member ? answer(stopPage(member.email)) : gone(goneStopPage());
    },

    stopMails: async ({ query }) => {
      const member = await memberOf(query.token);
      if (!member) return gone(goneStopPage());
      return commit(stoppedPage(member.email), [
        profiles.chooseNotices(member.id, withoutAlertMails(member.noticeChoices)),
      ]);
    },
  };
}
