import { useEffect, useState } from 'react';
import { siteConfig } from '#web/lib/site-config.ts';

/**
 * The rule for passwords at sign-up. While it loads, and when it cannot be read, the weaker rule: the server decides.
 */
export function usePasswordPolicy(): 'spec' | 'strict' {
  const [policy, setPolicy] = useState<'spec' | 'strict'>('spec');
  useEffect(() => {
    let left = false;
    siteConfig().then(
      ({ passwordPolicy }) => left || setPolicy(passwordPolicy),
      () => {},
    );
    return () => {
      left = true;
    };
  }, []);
  return policy;
}
