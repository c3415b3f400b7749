import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { PhotoViewer } from '#web/ui/dialog/photo-viewer.tsx';
import type { Examples } from '../../examples.ts';

function Photos({ urls, opensAtStart = false }: { urls: readonly string[]; opensAtStart?: boolean }) {
  const [openAt, setOpenAt] = useState(opensAtStart ? 0 : undefined);
  return (
    <>
      <Button onClick={() => setOpenAt(0)}>Ouvrir</Button>
      <PhotoViewer
        photos={urls.map((url, index) => ({ url, alt: `Photo ${index + 1}` }))}
        openAt={openAt}
        onClose={() => setOpenAt(undefined)}
      />
    </>
  );
}

export const examples: Examples = {
  'several photos': <Photos urls={['/favicon.svg', '/apple-touch-icon.png']} opensAtStart />,
  'one photo': <Photos urls={['/favicon.svg']} />,
  'a photo that does not load': <Photos urls={['/missing.jpg']} />,
};
