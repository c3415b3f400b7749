import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Followed, followRoutes } from '#shared/deliveries/follow.ts';
import { paths } from '#shared/site/paths.ts';
import { endsByArrival } from '#shared/situation/open-problem.ts';
import { hasCodeIn } from '#shared/situation/stages.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { useDocumentTitle } from '#web/lib/document/document-head.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { deviceStore } from '#web/lib/storage.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { Spinner } from '#web/ui/loading/loading.tsx';
import { Timeline } from '#web/ui/progress/timeline.tsx';
import { type DeadLink, type Language, texts } from './texts.ts';
import '#web/features/follow/follow.css';

const languageKey = 'envoyage.language';
const languageIn = (text: string | null): Language | undefined => (text === 'fr' || text === 'ar' ? text : undefined);

/** The language that the device keeps, else the first of its languages that the page has, else French. */
const first = (): Language =>
  languageIn(deviceStore.read(languageKey)) ??
  navigator.languages.map((tag) => languageIn(tag.slice(0, 2).toLowerCase())).find((one) => one !== undefined) ??
  'fr';

function useLanguage(): [Language, choose: (language: Language) => void] {
  const [language, setLanguage] = useState(first);
  const choose = (next: Language) => {
    deviceStore.keep(languageKey, next);
    setLanguage(next);
  };
  return [language, choose];
}

const api = clientOf(followRoutes);
/** Milliseconds between two readings while the page is visible. */
const everyMs = 60_000;

const deadOf = (error: unknown): DeadLink | undefined => {
  const code = error === null ? undefined : asProblem(error).code;
  return code === 'INVALID_LINK' || code === 'EXPIRED_LINK' ? code : undefined;
};

/** The recipient's page of a link, in French or Arabic. Header and footer stay French. */
export function FollowView({ link }: { link: string }) {
  const [language, choose] = useLanguage();
  const { dir, page, privacy } = texts[language];
  useDocumentTitle(page);
  return (
    <div className="container container--form page stack follow" lang={language} dir={dir}>
      <div className="cluster follow__languages">
        {(['fr', 'ar'] as const).map((one) => (
          <Button
            key={one}
            size="small"
            lang={one}
            aria-pressed={one === language}
            translate="no"
            onClick={() => choose(one)}
          >
            {texts[one].name}
          </Button>
        ))}
      </div>
      <Reading key={link} link={link} language={language} />
      <p>
        <Link className="lone-link" to={paths.privacy}>
          {privacy}
        </Link>
      </p>
    </div>
  );
}

function Reading({ link, language }: { link: string; language: Language }) {
  const online = useOnline();
  const call = { body: { link } };
  const { data, error, refetch } = useQuery({
    queryKey: queryKey('deliveries', 'followByLink', call),
    queryFn: ({ signal }) => api.followByLink(call, { signal }),
    refetchInterval: ({ state }) => (deadOf(state.error) ? false : everyMs),
    refetchOnWindowFocus: true,
    staleTime: 0,
    enabled: link !== '',
  });
  const { page, loading, offline, failed, again, dead } = texts[language];
  const end = link ? deadOf(error) : 'INVALID_LINK';
  if (end)
    return (
      <>
        <h1 tabIndex={-1}>{dead[end][0]}</h1>
        <p>{dead[end][1]}</p>
      </>
    );
  return (
    <>
      {!data && <h1 tabIndex={-1}>{page}</h1>}
      {!online && <Callout tone="warning">{offline}</Callout>}
      {online && error && (
        <Callout tone="error">
          <p role="alert">{failed}</p>
          <Button size="small" onClick={() => void refetch()}>
            {again}
          </Button>
        </Callout>
      )}
      {data ? <Parcel parcel={data} language={language} /> : online && !error && <Spinner label={loading} />}
    </>
  );
}

function Parcel({ parcel, language }: { parcel: Followed; language: Language }) {
  const { stage, problem, from, to, sender, carrier, day, seen } = parcel;
  const own = texts[language];
  const names = {
    to,
    ofFrom: own.of(from),
    atTo: own.at(to),
    sender,
    ofSender: own.ofMember(sender),
    carrier,
  };
  // It takes the place of a state that it denies; customs deny only that the parcel goes on to its recipient.
  const isMissing =
    problem !== undefined &&
    problem !== 'other' &&
    (problem === 'customs' ? stage === 'collected' || stage === 'delivering' : endsByArrival({ kind: problem }));
  return (
    <>
      <h1 tabIndex={-1}>{own.heading}</h1>
      <div className="card stack">
        <p className="lead">
          <strong>
            <Filled text={isMissing ? own.problem[problem] : own.stage[stage]} names={names} />
          </strong>
        </p>
        {problem && !isMissing && (
          <p>
            <Filled text={own.problem[problem]} names={names} />
          </p>
        )}
        {(stage === 'delivered' || stage === 'deliveryDeclared') && !isMissing && (
          <p>
            <Filled text={own.missing} names={names} />
          </p>
        )}
        {seen && (
          <p>
            <Filled
              text={own.seen}
              names={{ atCity: own.at(seen.city) }}
              times={{ moment: <time dateTime={seen.at}>{own.moment(seen.at)}</time> }}
            />
          </p>
        )}
        {day && (
          <p>
            <Filled text={own.expected} names={{}} times={{ day: <time dateTime={day}>{own.day(day)}</time> }} />
          </p>
        )}
        <p className="muted">
          <Filled text={own.route} names={names} />
        </p>
        <p className="muted">
          <Filled text={own.people} names={names} />
        </p>
      </div>
      <section className="card stack" aria-labelledby="steps">
        <h2 id="steps">{own.steps}</h2>
        <Timeline label={own.steps} states={own.state} steps={stepsOf(parcel, language)} />
      </section>
      <Callout tone="info">
        {parcel.hasCode && <p>{own.code}</p>}
        <p>{own.caution}</p>
        <p>
          <Filled text={own.question} names={names} />
        </p>
      </Callout>
      <p className="muted small">{own.visible}</p>
    </>
  );
}

const order = ['agreed', 'pickedUp', 'inTransit', 'inDelivery', 'delivered'] as const;

/** A parcel that comes back or is cancelled has no steps to come. */
function stepsOf({ stage, steps }: Followed, language: Language) {
  const { step: titles, moment } = texts[language];
  const isAwaited = hasCodeIn(stage);
  const isOpen = isAwaited || stage === 'undecided';
  const last = steps.at(-1)?.key;
  return order.flatMap((key) => {
    const reached = steps.find((step) => step.key === key);
    if (!reached && !isAwaited) return [];
    const state: 'done' | 'current' | 'later' = !reached ? 'later' : isOpen && key === last ? 'current' : 'done';
    const at = reached?.at && <time dateTime={reached.at}>{moment(reached.at)}</time>;
    return [{ key, title: titles[key], state, at }];
  });
}

interface FilledProps {
  text: string;
  /** Words of members: isolated, in their own letters. */
  names: Readonly<Record<string, string>>;
  times?: Readonly<Record<string, ReactNode>>;
}

/** A sentence of ours with its names. */
const Filled = ({ text, names, times = {} }: FilledProps) => (
  <>
    {text.split(/\{(\w+)\}/).map((part, index) => (
      <Fragment key={index}>
        {index % 2 === 0 ? part : (times[part] ?? <bdi translate="no">{names[part]}</bdi>)}
      </Fragment>
    ))}
  </>
);
