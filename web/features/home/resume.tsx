import { MessageCircle, PackageCheck, PenLine } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Me } from '#shared/accounts/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { hasDraft } from '#web/lib/drafts/draft.ts';

type Task = { to: string; text: string; icon: typeof PenLine };

/** Open matters of a member, instead of the invitation to sign up; empty when there are none. */
export function Resume({ me }: { me: Me }) {
  const [drafts] = useState(() => ({ parcel: hasDraft('parcel'), trip: hasDraft('trip') }));
  const tasks = [...waiting(me.unread), ...unfinished(drafts)];
  if (tasks.length === 0) return null;
  return (
    <section className="container resume" aria-labelledby="resume">
      <h2 id="resume">Reprendre</h2>
      <ul className="card-grid">
        {tasks.map(({ to, text, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className="card resume__task">
              <Icon size={24} aria-hidden="true" />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function waiting({ messages, requests }: Me['unread']): Task[] {
  const tasks: Task[] = [];
  if (requests > 0) {
    tasks.push({
      to: paths.tripRequests,
      text: requests === 1 ? '1 accord attend votre réponse' : `${requests} accords attendent votre réponse`,
      icon: PackageCheck,
    });
  }
  if (messages > 0) {
    tasks.push({
      to: paths.messaging,
      text: messages === 1 ? '1 message non lu' : `${messages} messages non lus`,
      icon: MessageCircle,
    });
  }
  return tasks;
}

function unfinished({ parcel, trip }: { parcel: boolean; trip: boolean }): Task[] {
  const tasks: Task[] = [];
  if (parcel) tasks.push({ to: paths.sendParcel, text: 'Finir de publier votre colis', icon: PenLine });
  if (trip) tasks.push({ to: paths.transportParcel, text: 'Finir de publier votre trajet', icon: PenLine });
  return tasks;
}
