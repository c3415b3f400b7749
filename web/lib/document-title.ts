import { useEffect } from 'react';
import { brand } from '#shared/values/brand.ts';

/** What the browser's tab says of a page. */
export const documentTitle = (title: string) => `${title} – ${brand.name}`;

/** For pages whose title depends on what they show (« Colis 7F3A », a member's name). */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = documentTitle(title);
  }, [title]);
}
