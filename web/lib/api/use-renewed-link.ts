import { useState } from 'react';

/**
 * A picture with a temporary link: the first failure counts as an expired link, which is renewed silently
 * (`onExpired` requests a new one). The second failure is shown.
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
