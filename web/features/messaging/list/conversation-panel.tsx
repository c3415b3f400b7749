import { RefreshCw, Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { type ConversationFilter, searchLength } from '#shared/messaging/contract.ts';
import { messagingWords } from '#shared/messaging/words.ts';
import { paths } from '#shared/site/paths.ts';
import { stopAfter } from '#shared/values/french.ts';
import { isolated, lengthOf, tidyLine } from '#shared/values/typed/characters.ts';
import { messagingApi } from '#web/features/messaging/api.ts';
import { ConversationList } from '#web/features/messaging/list/conversation-list.tsx';
import { useListQuery } from '#web/features/messaging/list/use-list-query.ts';
import { Reconnecting } from '#web/features/messaging/thread/reconnecting.tsx';
import { Count } from '#web/forms/character-count.tsx';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { announce } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadState } from '#web/ui/seen-ago.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';
import '#web/features/messaging/list/conversation-list.css';

const filters: readonly [ConversationFilter, string][] = [
  ['all', 'Tous'],
  ['unread', 'Non lus'],
  ['parcels', 'Colis'],
];

const restMs = 300;

interface PanelProps {
  memberId: string;
  shown?: { userId: string; parcelId: string | undefined };
  heading: 'h1' | 'h2';
}

/** The member's conversations, latest first: all, those of a filter, or those of a search (product 2.2, Messaging). */
export function ConversationPanel({ memberId, shown, heading: Heading }: PanelProps) {
  const { filter, q, show, kept } = useListQuery();
  const call = { query: q ? { q } : { filter } };
  const list = usePages(queryKey('messaging', 'conversations', call), (cursor, options) =>
    messagingApi.conversations({ query: { ...call.query, cursor } }, options),
  );
  const online = useOnline();
  const conversations = list.pages?.flatMap(({ items }) => items);
  const reload = () => {
    list.retry();
    announce('Conversations actualisées');
  };
  const content = (
    <div className="stack stack--tight">
      {!conversations && !list.error && <ListSkeleton />}
      {conversations?.length === 0 && !list.more.hasMore && <Nothing filter={filter} q={q} onAll={() => show({})} />}
      {conversations && conversations.length > 0 && (
        <ConversationList conversations={conversations} memberId={memberId} shown={shown} kept={kept} />
      )}
      <MoreButton {...list.more} />
    </div>
  );
  return (
    <div className="conversation-panel">
      <div className="row conversation-panel__top">
        <Heading tabIndex={Heading === 'h1' ? -1 : undefined}>Messagerie</Heading>
        {online && <Reconnecting />}
        <button type="button" className="icon-button" aria-label="Actualiser les conversations" onClick={reload}>
          <RefreshCw size={20} aria-hidden="true" />
        </button>
      </div>
      <LoadState title={messagingWords.listFailed} at={list.shownAt} error={list.error} onRetry={list.retry} />
      <SearchField q={q} onSearch={(text) => show({ q: text })} />
      {q ? (
        <section aria-label={`Résultats pour « ${isolated(q)} »`}>{content}</section>
      ) : (
        <Tabs
          label="Conversations"
          tabs={filters.map(([value, label]) => ({ value, label, content }))}
          value={filter}
          onChange={(value) => show({ filter: value })}
        />
      )}
    </div>
  );
}

function SearchField({ q, onSearch }: { q: string | undefined; onSearch: (text: string) => void }) {
  const [text, setText] = useState(q ?? '');
  const [known, setKnown] = useState(q);
  const wanted = tidyLine(text);
  const length = lengthOf(wanted);
  // The address has changed without typing: the member pressed a tab or went back.
  if (known !== q) {
    setKnown(q);
    if (wanted !== (q ?? '')) setText(q ?? '');
  }
  useEffect(() => {
    if (wanted === (q ?? '') || length > searchLength) return;
    const timer = setTimeout(() => onSearch(wanted), restMs);
    return () => clearTimeout(timer);
  });
  return (
    <div role="search" className="conversation-panel__search">
      <Search size={20} aria-hidden="true" />
      <input
        className="amplify-input"
        type="search"
        aria-label="Rechercher une conversation par nom ou par colis"
        placeholder="Nom ou colis"
        dir="auto"
        aria-invalid={length > searchLength || undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Count length={length} limit={searchLength} />
    </div>
  );
}

interface NothingProps {
  filter: ConversationFilter;
  q: string | undefined;
  onAll: () => void;
}

function Nothing({ filter, q, onAll }: NothingProps) {
  const all = <Button onClick={onAll}>Voir toutes les conversations</Button>;
  if (q)
    return (
      <Empty title="Aucune conversation trouvée" action={all}>
        Aucun nom et aucun titre de colis ne commence par « <bdi>{q}</bdi> »{stopAfter(q)}
      </Empty>
    );
  if (filter === 'unread')
    return (
      <Empty title={messagingWords.noUnread} action={all}>
        Vous avez tout lu.
      </Empty>
    );
  const find = (
    <Button as={Link} variant="primary" to={paths.findParcels}>
      Rechercher des colis
    </Button>
  );
  if (filter === 'parcels')
    return (
      <Empty title={messagingWords.noParcelConversation} action={find}>
        Proposez de livrer un colis, ou choisissez dans une conversation le colis dont vous parlez.
      </Empty>
    );
  return (
    <Empty title={messagingWords.noConversation} action={find}>
      Écrivez à un expéditeur ou à un voyageur depuis son annonce : la conversation apparaîtra ici.
    </Empty>
  );
}

const Empty = ({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) => (
  <EmptyState drawing="messages" title={title} action={action}>
    <p>{children}</p>
  </EmptyState>
);

const ListSkeleton = () => (
  <Loading>
    <div className="stack">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height="5rem" />
      ))}
    </div>
  </Loading>
);
