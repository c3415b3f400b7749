import type { ComponentProps } from 'react';
import { AfterFirstView } from '#web/features/parcels/after-first-view.tsx';
import { lazyPart } from '#web/lib/load-part.ts';

const ContentsList = lazyPart(() =>
  import('#web/features/parcels/contents-list.tsx').then((file) => file.ContentsList),
);

/** The list on pages that load without its labels and the table of customs. */
export const ContentsLater = (props: ComponentProps<typeof ContentsList>) => (
  <AfterFirstView height="6rem">
    <ContentsList {...props} />
  </AfterFirstView>
);
