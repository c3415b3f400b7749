import { useState } from 'react';

/**
 * A picture behind a link that runs out: the first failure is taken for an old link and renewed without a word
 * (`onExpired` asks for a new one), the second one is said.
 */
export function useRenewedLink(url: string, onExpired: () => void) {
  const [failedUrls, setFailedUrls] = useState<readonly string[]>([]);
  return {
    isBroken: failedUrls.length > 1 && failedUrls.includes(url),
    onError: () => {
      setFailedUrls((before) => [...before, url]);
      if (failedUrls.length === 0) onExpired();
    },
  };
}
