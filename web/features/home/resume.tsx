import { useQueryClient } from '@tanstack/react-query';
import { MessageCircle, PackageCheck, PenLine } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Me } from '#shared/accounts/me.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { CrossingPicture, HeroWays } from '#web/features/home/hero.tsx';
import { meKey } from '#web/lib/api/query.ts';
import { hasDraft } from '#web/lib/drafts/draft.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useOnline } from '#web/lib/offline/online.ts';

const SeenAgo = lazyPart(
  () => import('#web/ui/seen-ago.tsx').then((file) => file.SeenAgo),
  () => null,
);

interface Task {
  to: string;
  text: string;
  icon: typeof PenLine;
}

/**
 * Open matters of a member in the place of what everybody sees there, or that when there are none. Both are as high,
 * because the other one keeps its room, so that nothing below moves when the matters are known.
 */
export function Resume({ me, instead }: { me: Me; instead: ReactNode }) {
  const [drafts] = useState(() => ({ parcel: hasDraft('parcel'), trip: hasDraft('trip') }));
  const online = useOnline();
  const account = useQueryClient().getQueryState(meKey);
  const tasks = [...waiting(me.unread), ...unfinished(drafts)];
  if (tasks.length === 0) return instead;
  return (
    <div className="home__top">
      <div className="hero resume">
        <div className="container hero__inner">
          <div className="hero__words">
            <h1 tabIndex={-1}>
              Bonjour <bdi translate="no">{me.firstName}</bdi>
            </h1>
            <section aria-labelledby="resume">
              <h2 id="resume" className="resume__title">
                Reprendre
              </h2>
              <ul className="card-grid resume__tasks">
                {tasks.map(({ to, text, icon: Icon }) => (
                  <li key={text}>
                    <Link to={to} className="card resume__task">
                      <Icon size={24} aria-hidden="true" />
                      {text}
                    </Link>
                  </li>
                ))}
              </ul>
              {account && (!online || account.error) && (
                <Suspense fallback={null}>
                  <SeenAgo at={account.dataUpdatedAt} error={account.error} />
                </Suspense>
              )}
            </section>
            <HeroWays />
          </div>
          <CrossingPicture />
        </div>
      </div>
      <div className="home__room" aria-hidden="true" inert>
        {instead}
      </div>
    </div>
  );
}

function waiting({
  messages,
  requests,
  toCorrect = 0,
  toRevise = 0,
  tripsToCorrect = 0,
  toConfirm = 0,
  ownProblems = 0,
  carriedProblems = 0,
}: Me['unread']): Task[] {
  const problem = (where: string) => [`problème signalé sur ${where}`, `problèmes signalés sur ${where}`] as const;
  const matters = [
    [requests, paths.tripRequests, 'demande attend votre réponse', 'demandes attendent votre réponse'],
    [toCorrect, paths.myParcels, 'colis à corriger', 'colis à corriger'],
    [toRevise, paths.myParcels, 'colis à revoir', 'colis à revoir'],
    [tripsToCorrect, paths.myTrips, 'trajet à corriger', 'trajets à corriger'],
    [toConfirm, paths.myParcels, 'colis à confirmer', 'colis à confirmer'],
    [ownProblems, withQuery(paths.myParcels, { stage: 'problem' }), ...problem('vos colis')],
    [
      carriedProblems,
      withQuery(paths.myParcels, { tab: 'deliveries', stage: 'problem' }),
      ...problem('vos livraisons'),
    ],
    [messages, paths.messaging, 'message non lu', 'messages non lus'],
  ] as const;
  return matters.flatMap(([count, to, one, many]) =>
    count > 0
      ? [
          {
            to,
            text: `${count} ${count === 1 ? one : many}`,
            icon: to === paths.messaging ? MessageCircle : PackageCheck,
          },
        ]
      : [],
  );
}

function unfinished({ parcel, trip }: { parcel: boolean; trip: boolean }): Task[] {
  const tasks: Task[] = [];
  if (parcel) tasks.push({ to: paths.sendParcel, text: 'Finir de publier votre colis', icon: PenLine });
  if (trip) tasks.push({ to: paths.transportParcel, text: 'Finir de publier votre trajet', icon: PenLine });
  return tasks;
}
