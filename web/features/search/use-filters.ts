import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { dateProblem, type Filters, filtersKey, readFilters, writeFilters } from '#web/features/search/filters.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';

/** Pause in typing before the address is updated. */
const pauseMs = 400;

/**
 * The URL is the source of a search: `applied`. The fields' content, `typed`, is written to it after a pause, or
 * immediately by `apply`; going back and forward fills the fields again.
 */
export function useFilters() {
  const [params, setParams] = usePageQuery(paths.findParcels);
  const { state } = useLocation();
  const applied = readFilters(params);
  const key = filtersKey(applied);
  const [typed, setTyped] = useState(applied);
  const written = useRef(key);

  useEffect(() => {
    if (written.current === key) return;
    written.current = key;
    setTyped(readFilters(new URLSearchParams(key)));
  }, [key]);

  const wanted = filtersKey(typed);
  const isReady = dateProblem(typed.date) === undefined;
  useEffect(() => {
    if (!isReady || wanted === written.current) return undefined;
    const timer = setTimeout(() => {
      written.current = wanted;
      setParams((current) => writeFilters(current, typed), {
        replace: true,
        preventScrollReset: true,
        state,
      });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [isReady, wanted, typed, state, setParams]);

  /** Writes these filters now, as a step that the back button undoes, or in the place of this one. */
  const apply = (filters: Filters, options: { replace?: boolean } = {}) => {
    setTyped(filters);
    const next = filtersKey(filters);
    if (next === key) return;
    written.current = next;
    setParams((current) => writeFilters(current, filters), { ...options, preventScrollReset: true });
  };

  return { applied, typed, setTyped, isReady, apply };
}
