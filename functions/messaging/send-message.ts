import type { Deps, Handler } from '#functions/serve.ts';
import type { messagingRoutes } from '#shared/messaging/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { say } from './say.ts';
import { countMessage, enter } from './writing.ts';

export function sendMessage(deps: Deps): Handler<(typeof messagingRoutes)['sendMessage']> {
  return async ({ actor, body, callId }) => {
    const { recipientId, parcelId, content } = body;
    if (recipientId === actor.id) throw new Refusal('SELF_ACTION');
    const open = await enter(deps, actor, recipientId, { parcelId });
    await countMessage(deps, actor.profile, open, callId);
    return say(deps, open, { id: deps.newId(), content }, (message) => message);
  };
}
