import { answer } from '#functions/outcome.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handler, Handlers } from '#functions/serve.ts';
import type { deliveryRoutes } from '#shared/deliveries/contract.ts';
import { isInHand } from '#shared/deliveries/rules.ts';
import { isReachable, partnerCard } from '#shared/profiles/record.ts';
import { agreementHandlers } from './agreement/handlers.ts';
import { eventsOf, toEvent } from './events.ts';
import { deliveryListHandlers } from './lists.ts';
import { offerHandlers } from './offers/handlers.ts';
import { type ProofDeps, proofHandlers } from './proofs.ts';
import { transportHandlers } from './transport.ts';

export function deliveryHandlers(deps: ProofDeps): Handlers<typeof deliveryRoutes> {
  return {
    ...agreementHandlers(deps),
    ...offerHandlers(deps),
    ...transportHandlers(deps),
    ...proofHandlers(deps),
    ...deliveryListHandlers(deps),
    tracking: tracking(deps),
  };
}

/** The history of a parcel, with the cards of former carriers and, during the delivery, the other's phone number. */
function tracking({ table }: Deps): Handler<(typeof deliveryRoutes)['tracking']> {
  const profiles = profileRepository(table);
  return async ({ actor, resource }) => {
    const events = await eventsOf(table, resource.id);
    const items = events.flatMap((event) => toEvent(actor.id, resource, event) ?? []);
    const carriers = new Set(items.flatMap(({ carrierId }) => carrierId ?? []));
    const former = [...carriers].filter((id) => id !== resource.carrierId);
    const otherId = actor.id === resource.ownerId ? resource.carrierId : resource.ownerId;
    const [people, other] = await Promise.all([
      profiles.people(former),
      otherId && isInHand(resource) ? profiles.read(otherId) : undefined,
    ]);
    return answer({
      items,
      ...(former.length > 0 ? { formerCarriers: former.map((id) => partnerCard(id, people.get(id))) } : {}),
      ...(other && isReachable(other) && other.phone ? { phone: other.phone } : {}),
    });
  };
}
