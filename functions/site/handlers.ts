import { bankRepository } from '#functions/banks/repository.ts';
import { mail, ourselves, typedAddress } from '#functions/mail/outbox.ts';
import { answer } from '#functions/outcome.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { subscriptionFrom } from '#functions/platform/env.ts';
import { keys, sha256 } from '#functions/platform/keys.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { siteRoutes } from '#shared/site/contract.ts';
import { contactTopics } from '#shared/site/words.ts';
import { isSubscriptionNeeded } from '#shared/subscriptions/rules.ts';
import { yearlySubscription } from '#shared/subscriptions/yearly.ts';
import { algiersMoment } from '#shared/values/time.ts';
import { advertisementRepository, toAdvertisement } from './advertisements.ts';

export function siteHandlers({ table, now }: Deps): Handlers<typeof siteRoutes> {
  const advertisements = advertisementRepository(table);
  return {
    health: async () => {
      await table.get(keys.adminCounters());
      return answer({ ok: true });
    },

    advertisements: async ({ query }) =>
      answer({ items: (await advertisements.shownAt(query.position)).map(toAdvertisement) }),

    subscriptionInfo: async () => {
      const from = subscriptionFrom();
      return answer({ ...yearlySubscription, isFree: !isSubscriptionNeeded(from, now()), ...(from ? { from } : {}) });
    },

    // The schema of the reply removes the notes.
    banks: async () => answer({ items: await bankRepository(table).all() }),

    /** The number is derived from the request, so that the same message with the same key is the same mail. */
    contactUs: async ({ body, idempotencyKey }) => {
      const id = sha256(JSON.stringify([idempotencyKey, body]));
      const reference = `CT-${Buffer.from(id, 'base64url').toString('hex').slice(0, 8).toUpperCase()}`;
      const { name, email, message, parcelNumber = '' } = body;
      const topic = contactTopics[body.topic];
      const data = { firstName: "l'équipe", name, email, topic, message, parcelNumber, reference };
      const at = now();
      const receipt = { email, reference, at: algiersMoment(new Date(at).toISOString()) };
      // False if it is already stored.
      await attempt(table, [
        mail(table, 'contactMessage', ourselves, data, { id: `contact-${id}`, now: at }),
        // The law wants an immediate receipt of a withdrawal, also of a letter.
        ...(body.topic === 'withdrawal'
          ? [mail(table, 'withdrawalLetter', typedAddress, receipt, { id: `withdrawal-${id}`, now: at })]
          : []),
      ]);
      return answer({ reference });
    },
  };
}
