import { accepted, answer, commit } from '#functions/outcome.ts';
import type { Write } from '#functions/platform/table.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import type { profileRoutes } from '#shared/profiles/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { proposeName, withoutNewName } from '#shared/profiles/rules.ts';
import { dayOf } from '#shared/values/time.ts';
import { become, meWith } from './become.ts';
import { profileRepository } from './repository.ts';

export function newNameHandlers(deps: Deps): Pick<Handlers<typeof profileRoutes>, 'proposeName' | 'withdrawName'> {
  const { table, now } = deps;
  const profiles = profileRepository(table);
  const uploads = uploadRepository(table);

  /** The nightly job deletes the document of a withdrawn name. */
  const expireDocument = ({ id, newName }: ProfileRecord): Write[] =>
    newName?.idDocument ? uploads.keepDocuments({ id, idDocument: newName.idDocument }, dayOf(now())) : [];

  return {
    proposeName: async ({ actor, body: { idDocument, ...names } }) => {
      const { profile } = actor;
      const sent = idDocument ? await uploads.documents(actor.id, { idDocument }, now()) : { found: {}, attach: [] };
      if (sent === 'scanning') return accepted({ state: 'scanning' as const });
      const proposed = proposeName(profile, names, sent.found.idDocument, now());
      const { reply, writes } = await become(deps, actor, proposed);
      const expired = idDocument ? expireDocument(profile) : [];
      return commit(reply, [...writes, profiles.queueName(proposed), ...sent.attach, ...expired]);
    },

    withdrawName: async ({ actor }) => {
      const { profile } = actor;
      if (!profile.newName && !profile.refusedName) return answer(await meWith(deps, actor, profile));
      const cleared = withoutNewName(profile);
      const { reply, writes } = await become(deps, actor, cleared);
      return commit(reply, [...writes, profiles.queueName(cleared), ...expireDocument(profile)]);
    },
  };
}
