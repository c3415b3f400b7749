import { type NavigateOptions, useSearchParams } from 'react-router-dom';
import type { QueryName, QueryPage } from '#shared/site/paths.ts';

/** The query of a page. A name that the page does not accept does not compile. */
export interface PageQuery<P extends QueryPage> extends Omit<URLSearchParams, 'get' | 'set' | 'delete'> {
  get(name: QueryName<P>): string | null;
  set(name: QueryName<P>, value: string): void;
  delete(name: QueryName<P>): void;
}

type SetPageQuery<P extends QueryPage> = (
  next: [QueryName<P>, string][] | ((current: PageQuery<P>) => PageQuery<P>),
  options?: NavigateOptions,
) => void;

/** The query of the page on the screen and the way to change it, typed by `shared/site/paths.ts`. */
export const usePageQuery: <P extends QueryPage>(page: P) => [PageQuery<P>, SetPageQuery<P>] = () => useSearchParams();
