import { useQuery } from '@tanstack/react-query';
import { threadKey } from '#web/features/messaging/api.ts';
import type { Thread } from '#web/features/messaging/thread/thread.ts';

/** The open offer of a conversation that another part of the page reads. */
export const useKnownOffer = (otherId: string, parcelId: string) =>
  useQuery<Thread>({ queryKey: threadKey(otherId, parcelId), enabled: false }).data?.offer;
