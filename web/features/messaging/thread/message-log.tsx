import { Flag } from 'lucide-react';
import { memo, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { ProofStage, TrackingEvent } from '#shared/deliveries/contract.ts';
import { eventTermsText, offerEndLabel } from '#shared/deliveries/offer-words.ts';
import { isDecision, otherRoute } from '#shared/deliveries/words.ts';
import type { Message } from '#shared/messaging/contract.ts';
import { asksPaymentText } from '#shared/messaging/warnings.ts';
import { calledName, eventLine, isFormer, messagingWords, nameOf } from '#shared/messaging/words.ts';
import { paths } from '#shared/site/paths.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { byDay, entriesOf, type Thread } from '#web/features/messaging/thread/thread.ts';
import type { Outgoing } from '#web/features/messaging/thread/use-sending.ts';
import { TrustFacts } from '#web/features/profiles/trust-facts.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { clockTime, dayLabel } from '#web/lib/moments.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { Button } from '#web/ui/button.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** Loaded on demand, because most conversations have no photos. */
const EventPhotos = lazyPart(() =>
  import('#web/features/messaging/thread/event-photos.tsx').then(
    (file) => file.EventPhotos,
    () => NoPhotos,
  ),
);
const NoPhotos = () => null;

/** Nearer to the end than this, new messages pull the view along. */
const nearEndPx = 120;

interface MessageLogProps {
  thread: Thread;
  memberId: string;
  outgoing: Outgoing | undefined;
  end: ReactNode;
  older: { load: () => void; busy: boolean };
  /** Gets the number of a message of the other member; always the same function. */
  onReport: (seq: number) => void;
}

/** The messages of a thread, oldest first, beginning at the end. */
export function MessageLog({ thread, memberId, outgoing, end, older, onReport }: MessageLogProps) {
  const { messages, previous, erased, readUpTo } = thread;
  const { log, content } = useScrolledLog(messages, outgoing !== undefined);
  // The push of my own message can be faster than the answer to its sending.
  const isHere = (sent: Outgoing) =>
    messages.some(
      ({ seq, senderId, content }) => seq > sent.afterSeq && senderId === memberId && content === sent.content,
    );
  const name = nameOf(thread.with);
  const isGone = isFormer(thread.with);
  const online = useOnline();
  return (
    <div
      ref={log}
      className="surface message-log"
      role="log"
      aria-label={`Messages avec ${isolated(name)}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <div ref={content} className="message-log__content">
        {previous !== undefined && !online && (
          <p className="muted small message-log__empty">{messagingWords.olderOffline}</p>
        )}
        {previous !== undefined && online && (
          <SubmitButton type="button" variant="default" busy={older.busy} busyText="Chargement…" onClick={older.load}>
            Charger les messages précédents
          </SubmitButton>
        )}
        {erased && previous === undefined && <p className="muted small message-log__empty">{messagingWords.erased}</p>}
        {previous === undefined && thread.reliability && (
          <TrustFacts facts={thread.reliability} verified={thread.with.verified} />
        )}
        {byDay(entriesOf(thread, memberId)).map(({ day, entries }) => (
          <div key={day} className="stack stack--tight message-log__day">
            <p className="message-log__separator small muted">
              <time dateTime={day}>{dayLabel(day)}</time>
            </p>
            {entries.map((entry) =>
              'event' in entry ? (
                <EventLine key={`${entry.event.type} ${entry.at}`} event={entry.event} {...{ thread, memberId }} />
              ) : (
                <Bubble
                  key={entry.message.seq}
                  message={entry.message}
                  author={entry.message.senderId === memberId ? undefined : name}
                  route={entry.message.offer?.trip && otherRoute(entry.message.offer.trip, thread.parcel)}
                  state={entry.message.seq <= readUpTo ? 'lu' : 'envoyé'}
                  onReport={isGone || entry.message.senderId === memberId ? undefined : onReport}
                />
              ),
            )}
          </div>
        ))}
        {outgoing && !isHere(outgoing) && (
          <Bubble message={{ content: outgoing.content }} author={undefined} state="envoi…" />
        )}
        {end}
      </div>
    </div>
  );
}

interface EventLineProps {
  event: TrackingEvent;
  thread: Thread;
  memberId: string;
}

function EventLine({ event, thread, memberId }: EventLineProps) {
  const text = eventLine(event, memberId, calledName(thread.with));
  const stage = photoStages[event.type];
  if (!text) return null;
  return (
    <div className="event-line small">
      <p>
        {text}
        {'\u00a0·\u00a0'}
        <Moment at={event.at} text={clockTime(event.at)} />
      </p>
      {event.terms && <p className="muted">{eventTermsText(event)}</p>}
      {event.note && (
        <p dir="auto" className="muted member-text">
          {event.note}
        </p>
      )}
      {event.reason &&
        (event.type === 'problemReported' ? (
          <p dir="auto" className="muted member-text">
            {event.reason}
          </p>
        ) : (
          <p className="muted">
            Motif : <bdi className="member-text">{event.reason}</bdi>
          </p>
        ))}
      {/* Its page tells whether it can still be contested. */}
      {isDecision(event) && thread.parcel?.carrierId && (
        <p>
          <Link className="lone-link" to={paths.delivery(thread.parcel.id)}>
            Voir la décision
          </Link>
        </p>
      )}
      {stage && thread.parcel && (
        <Suspense fallback={null}>
          <EventPhotos parcelId={thread.parcel.id} stage={stage} by={event.by} />
        </Suspense>
      )}
    </div>
  );
}

const photoStages: Partial<Record<TrackingEvent['type'], ProofStage>> = {
  validatePickup: 'pickup',
  validateDelivery: 'delivery',
};

interface BubbleProps {
  message: Pick<Message, 'content' | 'offer' | 'asksPayment'> & Partial<Pick<Message, 'createdAt' | 'seq'>>;
  author: string | undefined;
  route?: string | undefined;
  state: 'envoi…' | 'envoyé' | 'lu';
  onReport?: ((seq: number) => void) | undefined;
}

/** Drawn once: a message that comes leaves the others alone. */
const Bubble = memo(function Bubble({ message, author, route, state, onReport }: BubbleProps) {
  const { content, createdAt, seq, offer } = message;
  // Its author has read a warning of their own.
  const warns = message.asksPayment && author !== undefined;
  const report = onReport && seq !== undefined ? () => onReport(seq) : undefined;
  // An act on an offer has a line of its own, and what its author adds is below it.
  const [act = '', ...words] = offer ? content.split('\n') : ['', content];
  const text = words.join('\n');
  return (
    <div className={`bubble ${author ? '' : 'bubble--own'}`}>
      <p className="visually-hidden">{author ?? 'Vous'} :</p>
      {act && <p className="bubble__offer">{act}</p>}
      {route && <p className="small">Trajet {route}</p>}
      {offer?.ended && <p className="small muted">{offerEndLabel(offer.ended, offer)}</p>}
      {text && (
        <p className="bubble__text" dir="auto">
          {text}
        </p>
      )}
      {warns && (
        <div className="bubble__warning small">
          <p>{asksPaymentText}</p>
          {report && (
            <Button size="small" onClick={report}>
              Signaler ce message
            </Button>
          )}
        </div>
      )}
      <p className="bubble__facts">
        {!author && <span aria-hidden="true">Vous · </span>}
        {createdAt && <Moment at={createdAt} text={clockTime(createdAt)} />}
        {!author && (createdAt ? ` · ${state}` : state)}
        {report && !warns && (
          <button type="button" className="bubble__report" aria-label="Signaler ce message" onClick={report}>
            <Flag size={14} aria-hidden="true" />
          </button>
        )}
      </p>
    </div>
  );
});

/**
 * The log is laid out from its end. It starts there, and the browser keeps the distance to the end when the log is
 * resized or older messages are added above. A new message scrolls into view for a reader near the end, and moves
 * nothing for others. Distances are negative scroll positions.
 */
function useScrolledLog(messages: readonly Message[], isSending: boolean) {
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const known = useRef(0);
  const last = messages.at(-1)?.seq ?? 0;

  useLayoutEffect(() => {
    const element = log.current;
    if (!element) return;
    if (isSending || -element.scrollTop < nearEndPx) element.scrollTop = 0;
    else if (last !== known.current) element.scrollTop -= element.scrollHeight - height.current;
    known.current = last;
    height.current = element.scrollHeight;
  }, [last, isSending]);

  useLayoutEffect(() => {
    const resized = new ResizeObserver(() => {
      height.current = log.current?.scrollHeight ?? 0;
    });
    if (content.current) resized.observe(content.current);
    return () => resized.disconnect();
  }, []);
  return { log, content };
}
