import { useEffect } from 'react';
import { brand } from '#shared/values/brand.ts';
import { isolated, leftToRight } from '#shared/values/typed/characters.ts';

/** The title in the browser's tab. */
export const documentTitle = (title: string) => `${leftToRight(isolated(title))} – ${brand.name}`;

/** For pages whose title depends on their content (« Colis 7F3A », a member's name). */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = documentTitle(title);
  }, [title]);
}
