import { useState } from 'react';

/**
 * A picture with a temporary link. The first failure counts as an expired link and requests a new one silently
 * (`onExpired`); the second failure is shown.
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
