import { useEffect, useRef, useState } from 'react';
import { paths } from '#shared/site/paths.ts';
import { isDay } from '#shared/values/time.ts';
import { type Filters, filtersKey, readFilters, writeFilters } from '#web/features/search/filters.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';

/** Pause in typing before the address is updated. */
const pauseMs = 400;

/**
 * The address is the source of a search: `applied`. The content of the fields, `typed`, is written there after a
 * pause, or at once by `apply`; going back and forward fills the fields again.
 */
export function useFilters() {
  const [params, setParams] = usePageQuery(paths.findParcels);
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
  const isReady = typed.date === '' || isDay(typed.date);
  useEffect(() => {
    if (!isReady || wanted === written.current) return undefined;
    const timer = setTimeout(() => {
      written.current = wanted;
      setParams((current) => writeFilters(current, typed), { replace: true, preventScrollReset: true });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [isReady, wanted, typed, setParams]);

  /** Writes these filters now, as a step that the back button undoes. */
  const apply = (filters: Filters) => {
    setTyped(filters);
    const next = filtersKey(filters);
    if (next === key) return;
    written.current = next;
    setParams((current) => writeFilters(current, filters));
  };

  return { applied, typed, setTyped, isReady, apply };
}
