import { useEffect } from 'react';
import { brand } from '#shared/values/brand.ts';
import { isolated, leftToRight } from '#shared/values/typed/characters.ts';

export const documentTitle = (title: string) => `${leftToRight(isolated(title))} – ${brand.name}`;

export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = documentTitle(title);
  }, [title]);
}
