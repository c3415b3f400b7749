import { ArrowUp } from 'lucide-react';
import { type ReactNode, type RefObject, useDeferredValue, useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { useListings } from '#web/features/search/use-listings.ts';
import { useInBrowser } from '#web/lib/browser.ts';
import { announce } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';
import '#web/features/search/search.css';

export interface ListingWords {
  count: (count: number) => string;
  fresh: (count: number) => string;
  nothingYet: string;
  nothingFound: string;
}

interface ListingResultsProps<Item extends { id: string }> {
  list: ReturnType<typeof useListings<Item>>;
  words: ListingWords;
  drawing: 'parcels' | 'trips';
  heading: RefObject<HTMLHeadingElement | null>;
  card: (item: Item, isGone: boolean) => ReactNode;
  isFiltered: boolean;
  offer: ReactNode;
  advice: ReactNode;
  onClearFilters: () => void;
  pageAfter: (next: string) => string;
  emptyAction: ReactNode;
}

export function ListingResults<Item extends { id: string }>(props: ListingResultsProps<Item>) {
  const { words, heading } = props;
  // Rendering twenty cards in one task would block a slow phone for 300 ms.
  const list = useDeferredValue(props.list);
  const isInBrowser = useInBrowser();
  const { items, state, isChanging, fresh, hasMore } = list;
  const count =
    state === 'ready' && !isChanging ? `${words.count(list.count)}${hasMore ? ' affichés' : ''}` : undefined;
  useEffect(() => {
    if (count) announce(items.length === 0 ? 'Aucun résultat trouvé' : count);
    // Only a changed sentence is announced: a poll without changes is silent.
  }, [count, items.length]);

  const showFresh = () => {
    list.showFresh();
    heading.current?.focus();
  };
  return (
    <section aria-busy={isChanging || undefined} className="stack listing-results">
      {/* The tab already shows the count. */}
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        {count ?? (state === 'failed' ? 'Résultats indisponibles' : 'Recherche…')}
      </h2>
      <output className="listing-results__fresh">
        {fresh.length > 0 && (
          <button type="button" className="fresh-pill" onClick={showFresh}>
            <ArrowUp size={18} aria-hidden="true" /> {words.fresh(fresh.length)}
          </button>
        )}
      </output>
      {list.problem && <LoadFailed error={list.problem} onRetry={list.retry} />}
      {state === 'loading' && <CardSkeletons count={6} />}
      {state === 'ready' && items.length === 0 && !isChanging && <NothingHere {...props} />}
      {items.length > 0 && (
        <ul className="card-grid">{items.map((item) => props.card(item, list.gone.has(item.id)))}</ul>
      )}
      {list.isCut && (
        <p className="muted">
          Votre recherche est très large : affinez votre recherche (villes, pays, date) pour voir toutes les annonces.
        </p>
      )}
      {isInBrowser ? (
        <MoreButton hasMore={hasMore && !isChanging} busy={list.isLoadingMore} onMore={list.loadMore} />
      ) : (
        list.next && (
          <p className="more-button">
            <Button as={Link} rel="next" to={props.pageAfter(list.next)}>
              Page suivante
            </Button>
          </p>
        )
      )}
    </section>
  );
}

function NothingHere<Item extends { id: string }>({
  words,
  isFiltered,
  drawing,
  emptyAction,
  offer,
  advice,
  onClearFilters,
}: ListingResultsProps<Item>) {
  if (!isFiltered) {
    return (
      <EmptyState drawing={drawing} title={words.nothingYet} action={emptyAction}>
        <p>Chaque publication est validée avant d'apparaître ici : revenez bientôt.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing="search"
      title={words.nothingFound}
      lead={offer}
      action={
        <Button variant={offer ? 'default' : 'primary'} onClick={onClearFilters}>
          Effacer les filtres
        </Button>
      }
    >
      <p>Élargissez les villes ou la date.</p>
      {advice}
    </EmptyState>
  );
}
