import { useEffect, useState } from 'react';
import type { City } from '#shared/values/places.ts';
import type * as Places from '#web/lib/places.ts';

/** Pause in typing before a request (product 2.9). */
const pauseMs = 300;

/** Loads with the first letter, because most people who see a form type no city. */
let places: typeof Places | undefined;

interface Answer {
  question: string;
  cities?: City[];
}

/**
 * Cities for the typed text, immediately if their shard is loaded. Cities of the country; only if it has none, those of
 * the world. `failed` when the data did not load; free text still works.
 */
export function useCities(
  text: string,
  countryCode?: string,
): { cities: readonly City[]; state: 'ready' | 'loading' | 'failed' } {
  const [answer, setAnswer] = useState<Answer>();
  const question = `${countryCode ?? ''}|${text}`;
  const known = knownHere(text, countryCode);
  const isKnown = known !== undefined;

  useEffect(() => {
    if (isKnown) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      search(text, countryCode, stop.signal).then(
        (cities) => !stop.signal.aborted && setAnswer({ question, cities }),
        () => !stop.signal.aborted && setAnswer({ question }),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isKnown, question, text, countryCode]);

  if (known) return { cities: known, state: 'ready' };
  if (answer?.question !== question) return { cities: [], state: 'loading' };
  return answer.cities ? { cities: answer.cities, state: 'ready' } : { cities: [], state: 'failed' };
}

const knownHere = (text: string, countryCode?: string): City[] | undefined =>
  text === '' ? [] : places?.knownCities(text, countryCode);

async function search(text: string, countryCode: string | undefined, signal: AbortSignal): Promise<City[]> {
  places ??= await import('#web/lib/places.ts');
  return places.searchCities(text, countryCode, signal);
}
