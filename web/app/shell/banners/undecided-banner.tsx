import { Link, useLocation } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { Banner } from '#web/app/shell/banners/banner.tsx';
import { setLaterBanner } from '#web/lib/later-banners.ts';
import { followOnline } from '#web/lib/offline/online.ts';
import { queued, queuedText } from '#web/lib/offline/queued.ts';
import type { Queued } from '#web/lib/offline/queued-item.ts';

/**
 * Shows a banner on every page while a queued act waits for the member's decision, until the returned function is
 * called. One that waits for a network has it on the home page.
 */
export function showUndecided(): () => void {
  const show = (undecided: Queued | undefined) =>
    setLaterBanner({ undecided: undecided && <UndecidedBanner item={undecided} /> });
  const follow = () => {
    const items = queued.get();
    show(items.find(({ state }) => state !== 'waiting') ?? (navigator.onLine ? undefined : items.find(isValidated)));
  };
  follow();
  const stops = [queued.subscribe(follow), followOnline(follow)];
  return () => {
    for (const stop of stops) stop();
    show(undefined);
  };
}

const isValidated = (item: Queued) => item.kind === 'handover' && item.validated !== undefined;

const words = {
  message: {
    refused: "Un message écrit sans réseau n'a pas pu être envoyé.",
    old: 'Un message écrit sans réseau attend votre décision.',
    link: 'Voir le message',
  },
  handover: {
    refused: "Une étape validée sans réseau n'a pas pu être enregistrée.",
    old: 'Une étape validée sans réseau attend votre décision.',
    link: 'Voir cette étape',
  },
} as const;

function UndecidedBanner({ item }: { item: Queued }) {
  const { pathname, search } = useLocation();
  const { link, refused, old } = words[item.kind];
  const place =
    item.kind === 'message' ? paths.conversation(item.recipientId, item.parcelId) : paths.delivery(item.parcelId);
  const isWaiting = item.state === 'waiting';
  if (isWaiting && pathname !== paths.home) return null;
  return (
    <Banner tone={isWaiting ? 'info' : 'warning'}>
      {item.kind === 'handover' && isWaiting ? queuedText(item, false) : item.state === 'old' ? old : refused}{' '}
      {pathname + search !== place && <Link to={place}>{link}</Link>}
    </Banner>
  );
}
