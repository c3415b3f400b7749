import '#web/features/admin/admin.css';
import { ScrollText } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { ProfileStatus } from '#shared/accounts/me.ts';
import type { Queue } from '#shared/admin/queues.ts';
import { profileStatusLabels } from '#shared/admin/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { Waiting } from '#web/features/admin/queue/waiting.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

/**
 * The focus moves to the next waiting card after a decision, else to the first one, and in an empty queue to its
 * sentence. A card is marked by `data-queue="waits"`, the sentence by `data-queue="end"`.
 */
function focusNextWaiting(card: HTMLElement): void {
  const waiting = [...document.querySelectorAll<HTMLElement>('[data-queue="waits"]')].filter((other) => other !== card);
  const isAfter = (other: HTMLElement) =>
    (card.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = waiting.find(isAfter) ?? waiting[0];
  const target =
    next?.querySelector<HTMLElement>('h3') ??
    document.querySelector<HTMLElement>('[data-queue="end"]') ??
    document.querySelector<HTMLElement>('.more-button button') ??
    card.querySelector<HTMLElement>('h3');
  target?.focus();
}

interface AdminCardProps {
  /** Rises with each decision: the next card that waits then takes the focus. */
  version: number;
  highlighted?: boolean;
  /** The queue in which it waits, and since when (ISO); absent once nothing waits. */
  queue: Queue;
  waitsSince: string | undefined;
  title: ReactNode;
  badge: ReactNode;
  avatar?: ReactNode;
  children: ReactNode;
}

export function AdminCard({ version, highlighted, queue, waitsSince, title, badge, avatar, children }: AdminCardProps) {
  const waitingId = useId();
  const card = useRef<HTMLLIElement>(null);
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    // The pressed button no longer exists, so the next card gets the focus. Changes by others do not move the focus.
    const lostFocus = document.activeElement === document.body || document.activeElement?.matches('main h1');
    if (!lostFocus) return;
    if (card.current) focusNextWaiting(card.current);
  }, [version]);
  return (
    <li
      ref={card}
      data-queue={waitsSince ? 'waits' : 'rests'}
      className={`card admin-card ${highlighted ? 'admin-card--highlighted' : ''}`}
    >
      <div className="cluster admin-card__top">
        {avatar}
        <h3 tabIndex={-1} aria-describedby={waitsSince ? waitingId : undefined}>
          {title}
        </h3>
        {badge}
      </div>
      {waitsSince && <Waiting id={waitingId} queue={queue} since={waitsSince} />}
      {children}
    </li>
  );
}

const tones: Readonly<Record<ProfileStatus, BadgeTone>> = {
  pending: 'pending',
  approved: 'success',
  rejected: 'error',
  blocked: 'error',
};

export const StatusBadge = ({ status }: { status: ProfileStatus }) => (
  <Badge tone={tones[status]}>{profileStatusLabels[status]}</Badge>
);

export const HistoryLink = ({ id, name, label = 'Historique' }: { id: string; name: string; label?: string }) => (
  <Button
    as={Link}
    variant="link"
    size="small"
    aria-label={`${label} : ${isolated(name)}`}
    to={withQuery(paths.admin, { tab: 'logs', target: id })}
  >
    <ScrollText size={18} aria-hidden="true" /> {label}
  </Button>
);
